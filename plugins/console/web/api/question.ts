import {
  type AnswerBody,
  type CallInit,
  type CostplaneClient,
  createClient,
  type Path,
} from '@costplane/client';
import { quoteShell } from '../parts/quote-shell.ts';
import { serviceUrl, setLimit } from './session.ts';

/** A request to the API as a value: it is sent, used as the cache key, and shown as `curl`. */
export interface Question<Body> {
  /** The operation id in the OpenAPI document. */
  readonly operation: string;
  /** What is requested, in words: "the cost per day". */
  readonly about: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly init: RequestParts;
  readonly ask: (client: CostplaneClient, signal: AbortSignal) => Promise<Body>;
}

interface RequestParts {
  readonly params?: {
    readonly path?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, unknown>>;
  };
  readonly body?: unknown;
}

export function get<P extends Path<'get'>>(
  operation: string,
  about: string,
  path: P,
  init: CallInit<P, 'get'>,
): Question<AnswerBody<P, 'get'>> {
  return {
    operation,
    about,
    method: 'GET',
    path,
    init: init,
    async ask(client, signal) {
      const call = client.GET as (path: P, init: object) => Promise<{ data: AnswerBody<P, 'get'> }>;
      return (await call(path, { ...init, signal })).data;
    },
  };
}

export function post<P extends Path<'post'>>(
  operation: string,
  about: string,
  path: P,
  init: CallInit<P, 'post'>,
): Question<AnswerBody<P, 'post'>> {
  return {
    operation,
    about,
    method: 'POST',
    path,
    init: init,
    async ask(client, signal) {
      const call = client.POST as (
        path: P,
        init: object,
      ) => Promise<{ data: AnswerBody<P, 'post'> }>;
      return (await call(path, { ...init, signal })).data;
    },
  };
}

interface ListBody {
  readonly data: readonly unknown[];
  readonly meta: { readonly pagination: { readonly next_cursor?: string } };
}

/** At most ten pages, to limit the requests of a view; 500 rows is the largest page of the API. */
export const wholeList = { pageSize: 500, maxPages: 10 };

/** The rows of all pages of a list, with the metadata of the last one. */
export function followPages<Body extends ListBody>(
  getPage: (cursor?: string) => Question<Body>,
): Question<Body> {
  const first = getPage();
  return {
    ...first,
    async ask(client, signal) {
      let body = await first.ask(client, signal);
      const data = [...body.data];
      for (let pages = 1; pages < wholeList.maxPages; pages += 1) {
        const cursor = body.meta.pagination.next_cursor;
        if (cursor === undefined) break;
        body = await getPage(cursor).ask(client, signal);
        data.push(...body.data);
      }
      return { ...body, data };
    },
  };
}

/** The API client of the console: it waits when the rate limit is exceeded, and shows that it waits. */
export function createConsoleClient(key: string): CostplaneClient {
  const client = createClient({
    url: serviceUrl,
    key,
    retries: 1,
    onRetry({ error, waitMs }) {
      if (error.code === 'RATE_LIMITED')
        setLimit({ remaining: 0, waitingUntil: Date.now() + waitMs });
    },
  });
  client.use({
    onResponse({ response }) {
      const remaining = response.headers.get('X-RateLimit-Remaining');
      if (remaining === null) return;
      setLimit({ remaining: Number(remaining) });
    },
  });
  return client;
}

/** The URL of a request, with its parameters. */
function buildAddress({ path, init: { params } }: Question<unknown>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params?.path?.[name] ?? ''),
  );
  const query = Object.entries(params?.query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');
  return `${serviceUrl}${filled}${query && `?${query}`}`;
}

/** The request as a `curl` command with optional further options; it does not contain the key. */
export function toCurl(question: Question<unknown>, options: readonly string[] = []): string {
  const { body } = question.init;
  const lines = [
    `curl -s -H "Authorization: Bearer $KEY"`,
    ...options,
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoteShell(JSON.stringify(body))}`]),
    quoteShell(buildAddress(question)),
  ];
  return lines.join(' \\\n  ');
}
