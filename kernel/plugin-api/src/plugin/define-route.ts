import { type Kysely } from 'kysely';
import { type Static, type TSchema } from 'typebox';
import { type Token } from './tokens.ts';
import { type LedgerSnapshot } from './ledger-snapshot.ts';
import { type ErrorDetail } from '../errors/api-error.ts';
import { type ErrorCode } from '../errors/catalog.ts';
import { type Page, type PageRequest } from '../pages/page.ts';
import { type Parameters, type ValuesOf } from '../parameters/parameter.ts';
import { type Basis, type CostMode } from '../schema/cost.ts';
import { type Envelope } from '../responses/envelope.ts';
import { type InnerRequest, type InnerResponse } from '../responses/inner-request.ts';
import { type StreamedFile, type StreamShape } from '../responses/streamed-file.ts';

/** What a route without a scope needs, and why. */
export interface NoScope {
  readonly needs: 'no key' | 'any key';
  readonly reason: string;
}

/** Opens a route to callers without a key. The reason is documentation. */
export const open = (reason: string): NoScope => ({ needs: 'no key', reason });

/** Opens a route to every valid key, regardless of its scopes. The reason is documentation. */
export const anyKey = (reason: string): NoScope => ({ needs: 'any key', reason });

/** Whether a route answers callers without a key. */
export const isOpen = ({ scope }: Pick<Route, 'scope'>): boolean =>
  typeof scope === 'object' && scope.needs === 'no key';

/** How a route treats `cost_mode` (contract, "cost_mode rules"). */
export type CostModeRule =
  | { readonly rule: 'accepts'; readonly default: CostMode }
  | { readonly rule: 'rejects' }
  | { readonly rule: 'ignores' };

/** The route accepts `cost_mode`; the default is `fully_loaded` unless another is given. */
export const acceptsCostMode = (byDefault: CostMode = 'fully_loaded'): CostModeRule => ({
  rule: 'accepts',
  default: byDefault,
});
/** The route rejects `cost_mode` with 422 `INVALID_COST_MODE`. */
export const rejectsCostMode: CostModeRule = { rule: 'rejects' };
/** The route accepts `cost_mode` and ignores it. */
export const ignoresCostMode: CostModeRule = { rule: 'ignores' };

/** The default basis of a route, and the ones that it rejects. */
export interface BasisRule {
  readonly default: Basis;
  readonly allowed: readonly Basis[];
}
/** The route accepts `basis`: `legacy` (default) or `all`. */
export const acceptsBasis: BasisRule = { default: 'legacy', allowed: ['legacy', 'all'] };

/** An additional quota of a route, counted per key. */
export interface RouteQuota {
  /** Distinguishes the quotas of a key. */
  readonly name: string;
  /** Requests allowed per key and minute. */
  readonly perMinute: number;
}

/** The tokens of the services that a handler uses, by name. */
export type Uses = Readonly<Record<string, Token<unknown>>>;
/** The services that a handler uses, by the same names. */
export type ProvidedBy<U extends Uses> = {
  readonly [K in keyof U]: U[K] extends Token<infer T> ? T : never;
};

/** A body that is not JSON: a page, a file, a document in another format. */
export interface RawBody {
  readonly contentType: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: 200. */
  readonly status?: number;
  /** The body in other encodings; a client gets the first that it accepts. */
  readonly encodings?: Readonly<Partial<Record<'br' | 'gzip', Buffer>>>;
}

/** The time of a request, for cached responses: what is read from it limits how long they are valid. */
export interface RequestClock {
  /** Whether an instant has passed; if not, the response is valid until then. */
  hasPassed(instant: Date): boolean;
  /** Start of the current UTC day; the response is valid until the next one. */
  startOfDay(): Date;
}

/** The context of a request, passed to its handler. */
export interface RequestContext<Rows, P extends Parameters, Q extends Parameters, B> {
  /**
   * Read-only, and confined to the organization by row-level security. Queries and transactions end with
   * the handler (for a file: with its response), at the latest at the deadline.
   */
  readonly db: Kysely<Rows>;
  /**
   * The history, also read-only and confined; it may be on another server. Queries end with the handler
   * as in `db`, when the client disconnects, or after 60 seconds. A failure is `UPSTREAM_UNAVAILABLE` or
   * `UPSTREAM_TIMEOUT` if the route declares these errors, else `SERVICE_UNAVAILABLE`.
   */
  readonly ledger: Kysely<Rows>;
  /** Opens a consistent view of the history for streaming, until it is closed or the request ends. */
  readonly snapshot: () => Promise<LedgerSnapshot<Rows>>;
  /** The organization of the key; amounts are in its currency. */
  readonly organization: { readonly id: string; readonly currency: string };
  /** `null`: every cluster; a list (also an empty one): only those. */
  readonly allowedClusters: readonly string[] | null;
  /** The scopes of the key; empty without a key. */
  readonly scopes: ReadonlySet<string>;
  /** The validated values of the path. */
  readonly params: ValuesOf<P>;
  /** The validated values of the query; `undefined` if absent and without a default. */
  readonly query: ValuesOf<Q>;
  /** The validated JSON body. */
  readonly body: B;
  /** The requested page of a `paged` route. */
  readonly page: PageRequest;
  /** The requested cost mode, or its default; `fully_loaded` if the route has no such parameter. */
  readonly costMode: CostMode;
  /** The requested basis, or its default; `legacy` if the route has no such parameter. */
  readonly basis: Basis;
  /** The time of the request. A response that depends on it is not cached. */
  readonly now: Date;
  /** The time, in a form that cached responses may depend on. */
  readonly clock: RequestClock;
  /** Id of the request in logs, and in `meta` and the header `X-Request-ID` of its response. */
  readonly requestId: string;
  /**
   * Returns a request header; repeated headers are joined by commas, as in Node.js. A response that depends
   * on a header is not `cacheable`.
   */
  readonly header: (name: string) => string | undefined;
  /**
   * Sends a request to a route of this service on behalf of the same caller: scopes, limits, validation,
   * cluster access and metrics apply as to any request. The first one shares the outer request's place in the
   * key's limit; each further one counts as a request. It is aborted with `signal`.
   */
  readonly send: (request: InnerRequest) => Promise<InnerResponse>;
  /** Aborted when the client disconnects, or with a `TimeoutError` at the deadline. */
  readonly signal: AbortSignal;
}

/** The values of a request, after each was validated by itself. */
export type RequestValues<P extends Parameters, Q extends Parameters, B> = Pick<
  RequestContext<unknown, P, Q, B>,
  'params' | 'query' | 'body' | 'costMode' | 'basis' | 'now'
>;

/** The declaration of a route: parameters, response, access and handler. */
export interface RouteDefinition<
  Rows = unknown,
  P extends Parameters = Parameters,
  Q extends Parameters = Parameters,
  B extends TSchema = TSchema,
  S extends TSchema = TSchema,
  U extends Uses = Uses,
  Paged extends boolean = boolean,
> {
  /** Unique among all loaded plugins; names the operation in the OpenAPI document and in metrics. */
  readonly operationId: string;
  readonly method: 'get' | 'post';
  /** The full path, as in the contract: `/v1/clusters/{cluster_id}`. */
  readonly path: `/${string}`;
  /** Groups operations in the documentation; described in `tags` of the plugin. */
  readonly tag: string;
  /** Title of the operation in the documentation. */
  readonly summary: string;
  /** More about the operation, as Markdown. */
  readonly description?: string;
  /** The scope that a key needs, such as `nodes:read`; `open` or `anyKey` for none. */
  readonly scope: string | NoScope;
  /**
   * The key is also accepted as the password of Basic authentication, with any user name, for clients that
   * support nothing else.
   */
  readonly acceptsBasic?: boolean;
  /** Keeps the route out of the OpenAPI document, and says why. */
  readonly undocumented?: string;
  /**
   * A route of another plugin with the same method and path takes precedence, which is logged at start.
   * Otherwise the same path in two plugins prevents the start.
   */
  readonly overridable?: boolean;
  /** Parameters of the path, by their names in it. */
  readonly params?: P;
  /** Query parameters; any other is a 400. */
  readonly query?: Q;
  /** The schema of a JSON body. */
  readonly body?: B;
  /** A larger body is 413. Default: 64 KiB, or 16 KiB without a key. */
  readonly maxBodyBytes?: number;
  /** Cursor-paged: `limit`, `cursor` and `include_total` are parameters. */
  readonly paged?: Paged;
  /** Whether the route accepts, rejects (422) or ignores `cost_mode`. Default: unknown, a 400. */
  readonly costMode?: CostModeRule;
  /** Whether the route has `basis`. Default: unknown, a 400. */
  readonly basis?: BasisRule;
  /**
   * Query parameters that are accepted with any value and ignored, because known clients send them
   * (decision 5). They are not in the OpenAPI document, since they have no effect.
   */
  readonly ignoredQuery?: readonly string[];
  /**
   * The response depends only on the request, the organization's rows in the warehouse and `clock`, not, for
   * example, on another server. It has an `ETag`, may be cached, and is 304 for a client that has it. A
   * response whose handler read `now` is not cached.
   */
  readonly cacheable?: boolean;
  /** An additional limit, besides that of the key. */
  readonly quota?: RouteQuota;
  /** Checks of several values together; each detail is a 422 `VALIDATION_ERROR`. */
  readonly refuse?: (values: RequestValues<P, Q, NoInfer<Static<B>>>) => readonly ErrorDetail[];
  /** The schema of the response data, which serializes and documents it. */
  readonly response?: S;
  /** Further statuses with a body of their own, such as 503 of health. */
  readonly otherResponses?: Readonly<Record<number, { description: string; schema: TSchema }>>;
  /** The media type of a raw body. Default: JSON. */
  readonly produces?: string;
  /** The handler returns a `StreamedFile` as described here. */
  readonly stream?: StreamShape;
  /** How data and errors become bodies. Default: the contract's `{data, meta}` and `error`. */
  readonly envelope?: Envelope;
  /** Errors that the handler throws, besides those of keys, scopes, limits and parameters. */
  readonly errors?: readonly ErrorCode[];
  /** The handler may throw `resourceNotFound`. */
  readonly answersNotFound?: boolean;
  /**
   * Deadline of the handler, in seconds, at most 3600. Default: 30, or 55 until a file begins; from the use of
   * `ledger` on, the time for history (`database.ledgerTimeoutSeconds`). At the deadline, `signal` is aborted,
   * the handler's connections are closed with everything that runs on them, and the response is
   * `UPSTREAM_TIMEOUT` if the route declares it, else `SERVICE_UNAVAILABLE` (`INTERNAL_ERROR` for a route
   * without a key). A later result is discarded.
   *
   * It does not extend statements on `db`, which are cancelled after 30 seconds, nor transactions without a
   * statement for 60 seconds, which PostgreSQL ends.
   */
  readonly deadlineSeconds?: number;
  /** Services that the handler gets as its second argument: `{ logger: LOGGER }`. */
  readonly uses?: U;
  // Schemas type the handler. Without `NoInfer`, TypeScript spends seconds on inferring them from it.
  readonly handler: (
    context: RequestContext<Rows, P, Q, NoInfer<Static<B>>>,
    uses: ProvidedBy<U>,
  ) => NoInfer<Promise<HandlerResult<S, Paged>> | HandlerResult<S, Paged>>;
}

/** The result of a handler: a page if the route is paged, else the data, a raw body or a file. */
export type HandlerResult<S extends TSchema, Paged extends boolean> = Paged extends true
  ? Page<Static<S> extends readonly (infer Item)[] ? Item : never>
  : Static<S> | RawBody | StatusBody | StreamedFile;

/** A body with one of the statuses that the route declares in `otherResponses`. */
export class StatusBody {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/**
 * A route as a value, which the host mounts, validates, authorizes and documents. The types of its handler
 * were checked at its declaration.
 */
export interface Route extends Omit<RouteDefinition, 'handler' | 'refuse'> {
  readonly refuse?: (values: never) => readonly ErrorDetail[];
  readonly handler: (context: never, uses: never) => unknown;
}

/** No parameters, no services. */
export type None = Readonly<Record<string, never>>;

/** Declares a route of a plugin whose tables are `Rows`. */
export function routesOver<Rows>() {
  return <
    const P extends Parameters = None,
    const Q extends Parameters = None,
    B extends TSchema = TSchema,
    S extends TSchema = TSchema,
    const U extends Uses = None,
    Paged extends boolean = false,
  >(
    route: RouteDefinition<Rows, P, Q, B, S, U, Paged>,
  ): Route => route;
}

/** Declares a route that reads no tables of a plugin. */
export const defineRoute = routesOver<None>();
