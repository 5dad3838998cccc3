import { chromium, type Page } from 'playwright-core';

const browserPath = process.env.COSTPLANE_TEST_BROWSER ?? '/usr/bin/chromium';

/** What a visit of the overview took, and what it asked for. */
export interface Visited {
  readonly openedMs: number;
  readonly changedMs: number;
  /** Bytes on the wire of the page, its scripts and styles. */
  readonly pageBytes: number;
  /** The requests of opening it, and those of the change. */
  readonly opening: readonly Asked[];
  readonly change: readonly Asked[];
}

/** A request to the API, to send it again. */
export interface Asked {
  readonly url: string;
  readonly body: string | null;
}

/** A browser that looks at the overview as somebody does who has never been there. */
export async function startVisitor() {
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
  return {
    async visit(url: string, key: string): Promise<Visited> {
      const page = await browser.newPage();
      const asked: Asked[] = [];
      const sizes: Promise<number>[] = [];
      await page.exposeFunction('recordAsked', (one: Asked) => asked.push(one));
      await page.addInitScript(recordRequests);
      page.on('requestfinished', (request) => {
        const isPage = /\/console\/(assets\/|$)/.test(new URL(request.url()).pathname);
        if (isPage) sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
      });
      const openedMs = await timed(async () => {
        await page.goto(`${url}/console/#key=${key}`);
        await settled(page);
      });
      const opening = asked.splice(0);
      const changedMs = await timed(async () => {
        await page.getByLabel('Cost mode').selectOption('workload_only');
        await page.locator('#view [aria-busy=true]').first().waitFor();
        await settled(page);
      });
      const bytes = await Promise.all(sizes);
      await page.context().close();
      return {
        openedMs,
        changedMs,
        pageBytes: bytes.reduce((sum, one) => sum + one, 0),
        opening,
        change: asked,
      };
    },
    close: () => browser.close(),
  };
}

/** In the page: Chromium tells nobody outside of it what a request sends. */
function recordRequests(): void {
  const { fetch, recordAsked } = globalThis as unknown as {
    readonly fetch: typeof globalThis.fetch;
    readonly recordAsked: (one: Asked) => void;
  };
  globalThis.fetch = async (...given) => {
    const request = new Request(...given);
    const body = request.body ? await request.clone().text() : null;
    if (new URL(request.url).pathname.startsWith('/v1/')) recordAsked({ url: request.url, body });
    return fetch(request);
  };
}

const settled = (page: Page) => page.locator('#view:not(:has([aria-busy=true]))').waitFor();

async function timed(run: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}
