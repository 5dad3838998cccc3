import { type Page } from 'playwright-core';

/** Makes the service return pages of one row to requests that match. */
export const onePerPage = (page: Page, address: RegExp): Promise<unknown> =>
  page.route(address, (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '1');
    return route.continue({ url: url.href });
  });
