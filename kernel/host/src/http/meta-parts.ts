import { type MetaParts, type Route } from '@costplane/plugin-api';

/** Which parts of `meta` the responses of a route carry. */
export const chooseMetaParts = (route: Route): MetaParts => ({
  pagination: route.paged === true,
  costMode: route.costMode?.rule === 'accepts',
  basis: route.basis !== undefined,
});
