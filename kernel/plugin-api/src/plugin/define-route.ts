import { type Kysely } from 'kysely';
import { type Static, type TSchema } from 'typebox';
import { type Token } from './tokens.ts';
import { type LedgerSnapshot } from './ledger-snapshot.ts';
import { type ErrorCode } from '../errors/catalog.ts';
import { type ErrorDetail } from '../errors/error-detail.ts';
import { type Page, type PageRequest } from '../pages/page.ts';
import { type Parameters, type ValuesOf } from '../parameters/parameter.ts';
import { type Basis, type CostMode } from '../schema/cost.ts';
import { type Envelope } from '../responses/envelope.ts';
import { type InnerRequest, type InnerResponse } from '../responses/inner-request.ts';
import { type StreamedFile, type StreamShape } from '../responses/streamed-file.ts';

/** A route that needs no key, and why. */
export interface OpenScope {
  readonly open: true;
  readonly reason: string;
}

/** Opens a route to callers without a key. The reason is documentation. */
export const open = (reason: string): OpenScope => ({ open: true, reason });

/** A route for every key, whatever its scopes, and why. */
export interface AnyKeyScope {
  readonly anyKey: true;
  readonly reason: string;
}

/** Opens a route to every valid key. The reason is documentation. */
export const anyKey = (reason: string): AnyKeyScope => ({ anyKey: true, reason });

/** Whether a route answers callers without a key. */
export const isOpen = ({ scope }: Pick<Route, 'scope'>): boolean =>
  typeof scope === 'object' && 'open' in scope;

/** What a route does with `cost_mode` (contract, "cost_mode rules"). */
export type CostModeRule =
  | { readonly rule: 'accepts'; readonly default: CostMode }
  | { readonly rule: 'rejects' }
  | { readonly rule: 'ignores' };

/** The route takes `cost_mode`; without it `fully_loaded`, or what is given. */
export const acceptsCostMode = (byDefault: CostMode = 'fully_loaded'): CostModeRule => ({
  rule: 'accepts',
  default: byDefault,
});
/** `cost_mode` is 422 `INVALID_COST_MODE`. */
export const rejectsCostMode: CostModeRule = { rule: 'rejects' };
/** `cost_mode` is let through and means nothing. */
export const ignoresCostMode: CostModeRule = { rule: 'ignores' };

/** Which basis a route has when none is asked for, and which it refuses. */
export interface BasisRule {
  readonly default: Basis;
  readonly allowed: readonly Basis[];
}
/** The route takes `basis`, `legacy` or `all`; without it `legacy`. */
export const acceptsBasis: BasisRule = { default: 'legacy', allowed: ['legacy', 'all'] };

/** A second quota of a route, counted per key beside the general one. */
export interface RouteQuota {
  readonly name: string;
  readonly perMinute: number;
}

/** What a handler is given beside its context, by name: the token of each. */
export type Uses = Readonly<Record<string, Token<unknown>>>;
/** The values under tokens, by the same names. */
export type ProvidedBy<U extends Uses> = {
  readonly [K in keyof U]: U[K] extends Token<infer T> ? T : never;
};

/** A body that is not JSON: a page, a file, a document in another format. */
export interface RawBody {
  readonly contentType: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** 200 without it. */
  readonly status?: number;
  /** The same body compressed, of which a client gets the first that it accepts. */
  readonly encodings?: Readonly<Partial<Record<'br' | 'gzip', Buffer>>>;
}

/** The time of a request. What is asked of it is how long the answer holds at most. */
export interface RequestClock {
  /** Whether an instant has passed; if not, the answer holds until then. */
  hasPassed(instant: Date): boolean;
  /** When the present day began, by UTC; the answer holds until the next begins. */
  startOfDay(): Date;
}

/** What a handler is given. */
export interface RequestContext<Rows, P extends Parameters, Q extends Parameters, B> {
  /**
   * Read-only, and confined to the organization by row-level security. What runs in it, or is left
   * open, ends with the handler (of a file: with its response), at the deadline at the latest.
   */
  readonly db: Kysely<Rows>;
  /**
   * The history, likewise read-only and confined; it may be on another server. What runs in it ends
   * with the handler as in `db`, when the client goes away, or after 60 seconds. A failure is
   * `UPSTREAM_UNAVAILABLE` or `UPSTREAM_TIMEOUT` where the route has these errors, else
   * `SERVICE_UNAVAILABLE`.
   */
  readonly ledger: Kysely<Rows>;
  /** One consistent view of the history, until it is closed or the request ends, to stream from. */
  readonly snapshot: () => Promise<LedgerSnapshot<Rows>>;
  readonly organization: { readonly id: string; readonly currency: string };
  /** `null`: every cluster; a list, also an empty one: only those. */
  readonly allowedClusters: readonly string[] | null;
  /** Those of the key; none without one. */
  readonly scopes: ReadonlySet<string>;
  readonly params: ValuesOf<P>;
  readonly query: ValuesOf<Q>;
  readonly body: B;
  readonly page: PageRequest;
  readonly costMode: CostMode;
  readonly basis: Basis;
  /** The time of the request. An answer that is made from it holds for this request alone. */
  readonly now: Date;
  /** The time as answers that are kept may depend on it. */
  readonly clock: RequestClock;
  readonly requestId: string;
  /**
   * A header of the request. An answer that depends on one is not `cacheable`. Lists are joined by
   * commas, as Node.js does.
   */
  readonly header: (name: string) => string | undefined;
  /**
   * Sends a request to a route of this service for the same caller: scope, limits, validation, access
   * and metrics apply as they would to a request of the caller's own. The first one of a request
   * stands for it in the limit of the key; each other counts by itself. It is aborted with `signal`.
   */
  readonly send: (request: InnerRequest) => Promise<InnerResponse>;
  /** Aborted when the client goes away, and with a `TimeoutError` when the deadline has passed. */
  readonly signal: AbortSignal;
}

/** The values of a request, each of which is accepted. */
export type RequestValues<P extends Parameters, Q extends Parameters, B> = Pick<
  RequestContext<unknown, P, Q, B>,
  'params' | 'query' | 'body' | 'costMode' | 'basis' | 'now'
>;

/** Everything about one route: what it takes, what it answers, who may ask, and its handler. */
export interface RouteDefinition<
  Rows = unknown,
  P extends Parameters = Parameters,
  Q extends Parameters = Parameters,
  B extends TSchema = TSchema,
  S extends TSchema = TSchema,
  U extends Uses = Uses,
  Paged extends boolean = boolean,
> {
  readonly operationId: string;
  readonly method: 'get' | 'post';
  /** The whole path, as the contract writes it: `/v1/clusters/{cluster_id}`. */
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly scope: string | OpenScope | AnyKeyScope;
  /**
   * The key is also taken as the password of Basic authentication, whatever the user, since known
   * clients have no other.
   */
  readonly acceptsBasic?: boolean;
  /** Keeps the route out of the OpenAPI document, and says why. */
  readonly undocumented?: string;
  /**
   * A route of another plugin with the same method and path takes precedence; the log says so at
   * start. Without it, one path in two plugins keeps the service from starting.
   */
  readonly overridable?: boolean;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Cursor-paged: `limit`, `cursor` and `include_total` are parameters. */
  readonly paged?: Paged;
  readonly costMode?: CostModeRule;
  readonly basis?: BasisRule;
  /**
   * Query parameters that mean nothing here and are let through all the same, whatever their value,
   * since known clients send them to every route of a kind (decision 5). They are not in the OpenAPI
   * document: a client made from it should not offer what has no effect.
   */
  readonly ignoredQuery?: readonly string[];
  /**
   * The same request has the same answer until rows of the organization in the warehouse change, or
   * the time that the handler asked of `clock` comes: nothing else, such as another server, has a
   * part in it. It gets an `ETag`, is 304 to a client that has it, and may be kept. An answer that
   * read `now` is not.
   */
  readonly cacheable?: boolean;
  readonly quota?: RouteQuota;
  /** What values say together that none says alone; every detail is a 422 `VALIDATION_ERROR`. */
  readonly refuse?: (values: RequestValues<P, Q, Static<B>>) => readonly ErrorDetail[];
  /** The shape of the data: validates nothing on the way in, serializes all on the way out. */
  readonly response?: S;
  /** Other successful or unsuccessful statuses with a body of their own, such as 503 of health. */
  readonly otherResponses?: Readonly<Record<number, { description: string; schema: TSchema }>>;
  /** The media type of a raw body; without it the response is JSON. */
  readonly produces?: string;
  /** The handler answers with a `StreamedFile` of this shape. */
  readonly stream?: StreamShape;
  /** How data and errors become bodies; the contract's `{data, meta}` and `error` without it. */
  readonly envelope?: Envelope;
  /** Errors of the handler's own; those of key, scope, limits and parameters are known. */
  readonly errors?: readonly ErrorCode[];
  /** The handler may throw `resourceNotFound`. */
  readonly answersNotFound?: boolean;
  /**
   * How long the handler may take, in seconds: 30 without it, 55 until a file begins. One that asks
   * for `ledger` has as long as history may take (`database.ledgerTimeoutSeconds`) from then on,
   * unless this says otherwise. When the time is up, `signal` is aborted, the connections that the
   * handler holds are taken away with what runs on them, and the request is answered with
   * `UPSTREAM_TIMEOUT` where the route has that error, else `SERVICE_UNAVAILABLE` (`INTERNAL_ERROR`
   * of a route without a key). What the handler answers later is thrown away.
   *
   * At most 3600. It does not lengthen a statement on `db`, which is cancelled after 30 seconds, nor a
   * transaction in which no statement has run for 60 seconds, which PostgreSQL ends.
   */
  readonly deadlineSeconds?: number;
  readonly uses?: U;
  readonly handler: (
    context: RequestContext<Rows, P, Q, Static<B>>,
    uses: ProvidedBy<U>,
  ) => Promise<HandlerResult<S, Paged>> | HandlerResult<S, Paged>;
}

/** What a handler answers with: a page where the route is paged, else the data, a raw body or a file. */
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

/** Answers with a status that the route declares in `otherResponses`. */
export const withStatus = (status: number, body: unknown) => new StatusBody(status, body);

/**
 * What all of `/v1` is made of: one value that is mounted, validated, authorized, documented. The
 * types of its handler were checked where it was declared.
 */
export interface Route extends Omit<RouteDefinition, 'handler' | 'refuse'> {
  readonly refuse?: (values: never) => readonly ErrorDetail[];
  readonly handler: (context: never, uses: never) => unknown;
}

/** No parameters, nothing used. */
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

/** Declares a route that reads no tables. */
export const defineRoute = routesOver<None>();
