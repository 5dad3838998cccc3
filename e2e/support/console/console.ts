import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { launchBrowser } from '../browser.ts';
import { costplaneJson, serve, type Service } from '../costplane.ts';
import { type Database } from '../database.ts';
import { createDemoDatabase } from '../demo-database.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A service over the demo fleet, a key, and a browser to look at the console with. */
export interface Console {
  readonly service: Service;
  readonly database: Database;
  /** Of every scope and cluster, and more requests a minute than a suite needs. */
  readonly key: string;
  createKey(scopes: string, ...options: readonly string[]): Promise<string>;
  /** What the API answers, with its status required to be 200: of a POST with a body. */
  ask<Body>(path: string, body?: object): Promise<Body>;
  /** Opens a view, signed in: `/explore?group_by=pod`. */
  open(view: string, options?: OpenOptions): Promise<Visit>;
  /** The same, once nothing on it is on its way any more. */
  look(view: string, options?: OpenOptions): Promise<Visit>;
  close(): Promise<void>;
}

interface OpenOptions extends BrowserContextOptions {
  /** `''`: signed out. */
  readonly key?: string;
  /** Of another service. */
  readonly url?: string;
  /** A wait of a minute takes the page ten seconds. */
  readonly hasShortWaits?: boolean;
}

/** A page, and what went wrong or out of bounds on it. */
export interface Visit {
  readonly page: Page;
  /** Errors of the console and of scripts. */
  readonly complaints: readonly string[];
  /** The requests to the API, by path and query. */
  readonly requests: readonly string[];
  /** The hosts that anything was asked of. */
  readonly hosts: ReadonlySet<string>;
  /** The rules of axe that the page breaks, with the elements: in the other theme only those of colors. */
  readonly checkAccessibility: () => Promise<string[]>;
  readonly close: () => Promise<void>;
}

export async function openConsole(suite: Mocha.Context): Promise<Console> {
  suite.timeout(Math.max(suite.timeout(), 300_000));
  const browser = await launchBrowser(suite);
  const database = await createDemoDatabase();
  const environment = { DATABASE_URL: database.url };
  const createKey = async (scopes: string, ...options: readonly string[]) => {
    const words = ['key', 'create', '--org', 'demo', ...scopes.split(' ').flatMap(scopeOption)];
    return (await costplaneJson<{ key: string }>([...words, ...options], environment)).key;
  };
  const key = await createKey('all');
  await database.sql('update api_keys set requests_per_minute = 100000');
  const service = await serve(environment);
  const open = (view: string, options: OpenOptions = {}) =>
    visit(browser, view, { url: service.url, key, ...options });
  return {
    service,
    database,
    key,
    createKey,
    ask: (path, body) => ask(service.url, key, path, body),
    open,
    async look(view, options) {
      const visited = await open(view, options);
      await settled(visited.page);
      return visited;
    },
    async close() {
      for (const context of contexts.get(browser)?.values() ?? []) await (await context).close();
      contexts.delete(browser);
      await service.stop();
      await database.drop();
    },
  };
}

const scopeOption = (scope: string) => ['--scope', scope];

async function ask<Body>(url: string, key: string, path: string, body?: object): Promise<Body> {
  const response = await fetch(`${url}${path}`, {
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (response.status !== 200) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as Body;
}

const contexts = new WeakMap<Browser, Map<string, Promise<BrowserContext>>>();

/** One for all pages of the same options: a page finds in its cache what others loaded. */
function contextFor(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const ofBrowser = contexts.get(browser) ?? new Map<string, Promise<BrowserContext>>();
  contexts.set(browser, ofBrowser);
  const name = JSON.stringify(options);
  // Chromium's headless shell has nobody to ask for it.
  const permissions = ['clipboard-write'];
  const context =
    ofBrowser.get(name) ??
    browser.newContext({ locale: 'en-US', permissions, reducedMotion: 'reduce', ...options });
  ofBrowser.set(name, context);
  return context;
}

async function visit(
  browser: Browser,
  view: string,
  { url = '', key = '', hasShortWaits = false, ...context }: OpenOptions,
): Promise<Visit> {
  const page = await contextFor(browser, context).then((shared) => shared.newPage());
  const complaints: string[] = [];
  const requests: string[] = [];
  const hosts = new Set<string>();
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const { protocol, host, pathname, search } = new URL(request.url());
    if (protocol.startsWith('http')) hosts.add(host);
    if (pathname.startsWith('/v1/')) requests.push(`${pathname}${search}`);
  });
  if (hasShortWaits) await page.addInitScript(shortenWaits);
  await page.addInitScript((text) => {
    if (text !== '') sessionStorage.setItem('costplane-key', text);
  }, key);
  await page.goto(`${url}/console/#${view}`);
  return {
    page,
    complaints,
    requests,
    hosts,
    async checkAccessibility() {
      await page.evaluate(axe);
      const violations = await page.evaluate(listViolations, []);
      const isDark = context.colorScheme === 'dark';
      await showTheme(page, isDark ? 'light' : 'dark');
      violations.push(...(await page.evaluate(listViolations, rulesOfColors)));
      await showTheme(page, isDark ? 'dark' : 'light');
      return violations;
    },
    close: () => page.close(),
  };
}

async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`:root[data-theme=${colorScheme}]`).waitFor();
}

/** Runs in the page. */
function shortenWaits(): void {
  const { setTimeout: wait } = globalThis;
  const shortened = (callback: () => void, ms = 0) => wait(callback, ms > 30_000 ? ms / 6 : ms);
  globalThis.setTimeout = shortened as typeof setTimeout;
}

const rulesOfColors = ['color-contrast', 'link-in-text-block'];

interface Axe {
  run(options: object): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }>;
}

/** Runs in the page. */
async function listViolations(rules: readonly string[]): Promise<string[]> {
  const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run({
    resultTypes: ['violations'],
    ...(rules.length > 0 && { runOnly: rules }),
  });
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`,
  );
}

/** Archives the last month, as far as the API can tell: of what it has, nothing is deleted. */
export async function archiveLastMonth({ database }: Console) {
  const now = new Date();
  const toDay = (month: number, day: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), month, day)).toISOString().slice(0, 10);
  const [from, to] = [toDay(now.getUTCMonth() - 1, 1), toDay(now.getUTCMonth(), 0)];
  await database.sql(
    `insert into archived_months (organization_id, month, location)
      select id, $1, '/archive' from organizations`,
    [from],
  );
  const restore = () => database.sql('delete from archived_months');
  return { from, to, today: now.toISOString().slice(0, 10), restore };
}

/** The exact amounts of a panel in reading order, as the page holds them. */
export const readAmounts = (page: Page, panel: string): Promise<string[]> =>
  page
    .getByRole('region', { name: panel, exact: true })
    .locator('data')
    .evaluateAll((amounts) => amounts.map((amount) => amount.getAttribute('value') ?? ''));

/** Waits until nothing on the page is on its way any more. */
export const settled = (page: Page): Promise<void> =>
  page.locator('#view:not(:has([aria-busy=true]))').waitFor();
