import createFetchClient, { type Client, type MaybeOptionalInit } from 'openapi-fetch';
import { type paths } from './contract.ts';
import { readError } from './costplane-error.ts';
import { type Retry, retryFailures, type Send } from './retry.ts';
import { reuseAnswers } from './reuse-answers.ts';

export interface ClientOptions {
  /** The address of the service: `https://costs.example.com`. */
  readonly url: string;
  /** An API key. Only the health routes and the OpenAPI document do without. */
  readonly key?: string | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: Send | undefined;
  /** How often a request is sent again after an error that may pass; 0 for never. Default: 3. */
  readonly retries?: number | undefined;
  /** Called before each wait. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
}

type FullClient = Client<paths>;
type Method = 'get' | 'post';

/** The paths that have the method and answer with JSON. */
export type Path<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends JsonOperation ? P : never;
}[keyof paths];

interface JsonOperation {
  readonly responses: {
    readonly 200: { readonly content: { readonly 'application/json': unknown } };
  };
}

/** What a request may or must have besides its path: `params`, `body`, `signal`, `headers`. */
export type CallInit<P extends keyof paths, M extends Method> = Omit<
  NonNullable<MaybeOptionalInit<paths[P], M>>,
  'parseAs'
>;

/** The body of the operation's 200. */
export type AnswerBody<P extends Path<M>, M extends Method> = paths[P][M] extends {
  responses: { 200: { content: infer Content } };
}
  ? Content[keyof Content]
  : unknown;

export interface Answer<Body> {
  readonly data: Body;
  readonly response: Response;
}

/** The second argument, which may be left out where nothing in it is required. */
export type InitArguments<P extends Path<M>, M extends Method> =
  undefined extends MaybeOptionalInit<paths[P], M>
    ? [init?: CallInit<P, M>]
    : [init: CallInit<P, M>];

type Call<M extends Method> = <P extends Path<M>>(
  path: P,
  ...init: InitArguments<P, M>
) => Promise<Answer<AnswerBody<P, M>>>;

export interface CostplaneClient extends Pick<FullClient, 'use' | 'eject'> {
  readonly GET: Call<'get'>;
  readonly POST: Call<'post'>;
}

/** Calls the API at one address with one key. A response that is not 2xx throws a `CostplaneError`. */
export function createClient({
  url,
  key,
  fetch = (request) => globalThis.fetch(request),
  retries = 3,
  onRetry,
}: ClientOptions): CostplaneClient {
  const client = createFetchClient<paths>({
    baseUrl: url,
    headers: key === undefined ? {} : { Authorization: `Bearer ${key}` },
    fetch: reuseAnswers(retryFailures(fetch, retries, onRetry)),
  });
  // Registered first, so the last that sees a response: middleware of the caller gets it before.
  client.use({
    async onResponse({ response }) {
      if (!response.ok) throw await readError(response);
    },
  });
  return client as unknown as CostplaneClient;
}
