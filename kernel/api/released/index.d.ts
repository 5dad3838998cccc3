import { AliasedRawBuilder } from 'kysely';
import { Expression } from 'kysely';
import { Kysely } from 'kysely';
import { OperationNodeSource } from 'kysely';
import { RawBuilder } from 'kysely';
import { Readable } from 'node:stream';
import { SelectQueryBuilder } from 'kysely';
import { SqlBool } from 'kysely';
import { Static } from 'typebox';
import { TSchema } from 'typebox';

export declare const acceptsBasis: BasisRule;

export declare const acceptsCostMode: (byDefault?: CostMode) => CostModeRule;

/**
 * Rows that come after a key in an order over ascending columns, as one row comparison, so that
 * a deep page is one descent of the index that the order names.
 */
export declare function afterKey(columns: readonly string[], key: KeysetKey): Expression<SqlBool>;

/**
 * The right side of `column = any (values)`: one parameter, whatever the number of values, so
 * that a statement keeps its text and its plan.
 */
export declare const anyOf: (values: readonly string[], type: ArrayType) => RawBuilder<string>;

/** A page is of whatever tables a plugin reads. */
export declare type AnyTables = any;

/**
 * What a handler throws to answer with an error of the contract. The status, the message and the
 * retry advice come from the catalog; `status` overrides the catalog's only where the contract
 * gives one code several statuses (404 and 405 of unknown routes, 413, 414, 415).
 */
export declare class ApiError extends Error {
    readonly code: ErrorCode;
    readonly details: readonly ErrorDetail[];
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    constructor(code: ErrorCode, details?: readonly ErrorDetail[], options?: {
        status?: number;
        message?: string;
        headers?: Record<string, string>;
        cause?: unknown;
    });
}

/** Whether the lists of these values are worth being read one by one. */
export declare const areFew: (values: readonly string[]) => boolean;

/** What the values of a list are in PostgreSQL. */
export declare type ArrayType = 'uuid' | 'text';

/** `legacy` sums compute; `all` sums every component that can be produced (decision 27). */
declare const bases: readonly ["legacy", "all"];

declare type Basis = (typeof bases)[number];

/** Which basis a route has when none is asked for, and which it refuses. */
export declare interface BasisRule {
    readonly default: Basis;
    readonly allowed: readonly Basis[];
}

/** `true` or `false`. */
export declare const booleanParameter: (description: string, { code }?: ParameterErrors) => Parameter<boolean>;

export declare const CLOCK: Token<Clock>;

/** The time, replaceable in tests. */
export declare interface Clock {
    now(): Date;
}

/** 403: the cluster exists and the key's allow-list leaves it out. */
export declare const clusterAccessDenied: (clusterId: string) => ApiError;

/** A cluster filter: 400 by `code` when malformed, which differs by endpoint (decision 8). */
export declare const clusterFilter: (code?: "INVALID_CLUSTER_ID" | "BAD_REQUEST") => Parameter<readonly string[] | undefined>;

/**
 * The name of the cluster that a row lies in, looked up for the rows that are answered alone.
 * `table` is the row's in the query; it has `organization_id` and `cluster_id`. A plugin that
 * uses this declares `organization_id`, `id` and `name` of `clusters`.
 */
export declare const clusterName: (table: string) => AliasedRawBuilder<string, "cluster_name">;

/** The type of a column: its name in PostgreSQL, and what a query gives for it. */
export declare interface Column<T = unknown> {
    readonly postgresType: string;
    readonly nullable: boolean;
    readonly [value]?: T;
}

/**
 * The column types that a plugin may declare. `numeric` is decimal text, so that money and cores
 * stay exact; `bigint` is a number, exact up to 2^53; `timestamptz` is the contract's text.
 */
export declare const columns: {
    uuid: Column<string>;
    text: Column<string>;
    numeric: Column<string>;
    integer: Column<number>;
    bigint: Column<number>;
    boolean: Column<boolean>;
    timestamp: Column<string>;
    /** `YYYY-MM-DD` */
    date: Column<string>;
    textArray: Column<string[]>;
    uuidArray: Column<string[]>;
    json: <T>() => Column<T>;
};

/** A typed view of a tsyringe container: what is provided under a token, and nothing else. */
export declare interface Container {
    provide<T>(token: Token<T>, value: T): void;
    /** The factory runs once, when the token is first asked for. */
    provideLazily<T>(token: Token<T>, factory: (container: Container) => T): void;
    get<T>(token: Token<T>): T;
    createChild(): Container;
}

/** How rows become text: the options of PostgreSQL's `COPY … TO STDOUT` in CSV. */
export declare interface CopyOptions {
    readonly header?: boolean;
    readonly delimiter?: string;
    readonly quote?: string;
    readonly escape?: string;
    readonly null?: string;
}

/** Text of rows as PostgreSQL writes it, in buffers that do not end where rows do. */
export declare interface CopyStream extends Readable {
    /** Known once the stream has ended. */
    readonly rowCount: number;
}

declare type CostMode = (typeof costModes)[number];

/** What a route does with `cost_mode` (contract, "cost_mode rules"). */
export declare type CostModeRule = {
    readonly rule: 'accepts';
    readonly default: CostMode;
} | {
    readonly rule: 'rejects';
} | {
    readonly rule: 'ignores';
};

declare const costModes: readonly ["fully_loaded", "workload_only"];

/** Declares a token. The id is global, so that two copies of a package mean the same thing. */
export declare function createToken<T>(id: string, description: string): Token<T>;

/** Comma-separated values of another parameter, joined by OR; repeats add up (decision 6). */
export declare const csv: <T>(item: Parameter<T>) => Parameter<readonly T[] | undefined>;

/** A day of the calendar, `YYYY-MM-DD`. */
export declare const dateParameter: (description: string, { code, missingCode }?: ParameterErrors) => Parameter<string>;

/** A decimal of at least 0 (decision 7), kept as text: money is never a float. */
export declare const decimalParameter: (description: string, { code }?: ParameterErrors) => Parameter<string>;

/** Declares a plugin. Name, version, owner and kernel range are in its `package.json`. */
export declare function definePlugin<C extends TSchema>(definition: PluginDefinition<C>): Plugin;

/** Declares a route that reads no tables. */
export declare const defineRoute: <const P extends Readonly<Record<string, Parameter<unknown>>> = Readonly<Record<string, never>>, const Q extends Readonly<Record<string, Parameter<unknown>>> = Readonly<Record<string, never>>, B extends TSchema = TSchema, S extends TSchema = TSchema, const U extends Uses = Readonly<Record<string, never>>, Paged extends boolean = false>(route: RouteDefinition<Readonly<Record<string, never>>, P, Q, B, S, U, Paged>) => Route;

/**
 * Declares the tables and columns that a plugin reads, and only those. The types of its queries
 * come from here, and the host checks at start that the connected warehouse has them.
 */
export declare const defineTables: <const T extends Tables>(tables: T) => T;

/** A required value out of a closed set. */
export declare const enumParameter: <const T extends string>(values: readonly T[], description: string, { code }?: ParameterErrors) => Parameter<T>;

/** How a route's data and errors become bodies: a choice of the route. */
export declare interface Envelope {
    readonly schema: (data: TSchema, parts: MetaParts) => TSchema;
    readonly wrap: (data: unknown, meta: ResponseMeta) => unknown;
    /** The bodies of its errors; the contract's without it. */
    readonly errors?: ErrorEnvelope;
}

/** The closed catalog of the contract's 23 codes (section "Errors"). */
declare const errorCatalog: {
    readonly BAD_REQUEST: ErrorKind;
    readonly INVALID_CURSOR: ErrorKind;
    readonly INVALID_CLUSTER_ID: ErrorKind;
    readonly UNAUTHORIZED: ErrorKind;
    readonly FORBIDDEN: ErrorKind;
    readonly CLUSTER_ACCESS_DENIED: ErrorKind;
    readonly CLUSTER_NOT_FOUND: ErrorKind;
    readonly NAMESPACE_NOT_FOUND: ErrorKind;
    readonly WORKLOAD_NOT_FOUND: ErrorKind;
    readonly NODE_NOT_FOUND: ErrorKind;
    readonly NODE_GROUP_NOT_FOUND: ErrorKind;
    readonly RECOMMENDATION_NOT_FOUND: ErrorKind;
    readonly TEAM_NOT_FOUND: ErrorKind;
    readonly DEPARTMENT_NOT_FOUND: ErrorKind;
    readonly CURSOR_EXPIRED: ErrorKind;
    readonly VALIDATION_ERROR: ErrorKind;
    readonly INVALID_COST_MODE: ErrorKind;
    readonly RATE_LIMITED: ErrorKind;
    readonly INTERNAL_ERROR: ErrorKind;
    readonly UPSTREAM_UNAVAILABLE: ErrorKind;
    readonly RATE_LIMIT_UNAVAILABLE: ErrorKind;
    readonly SERVICE_UNAVAILABLE: ErrorKind;
    readonly UPSTREAM_TIMEOUT: ErrorKind;
};

export declare type ErrorCode = keyof typeof errorCatalog;

/** One entry of an error's `details` (contract, section "Errors"). */
export declare interface ErrorDetail {
    readonly field?: string;
    readonly reason?: string;
    readonly allowed?: readonly string[];
    readonly message?: string;
    readonly required?: string;
    readonly cluster_id?: string;
}

/** How an error becomes a body. Its status and its headers stay what they are. */
export declare interface ErrorEnvelope {
    /** The shape of a body, for one of these codes. */
    readonly schema: (codes: readonly ErrorCode[]) => TSchema;
    /** What the OpenAPI document says of a response with one of these codes. */
    readonly describe: (codes: readonly ErrorCode[]) => string;
    readonly wrap: (error: ApiError, request: RefusedRequest) => unknown;
}

/** What the contract says of one error code: its status, when it happens, whether to retry. */
declare interface ErrorKind {
    readonly status: number;
    readonly message: string;
    readonly retryable: boolean;
    readonly retryAfterSeconds?: number;
}

/** The data is the body (health and discovery). */
export declare const flatEnvelope: Envelope;

export declare type HandlerResult<S extends TSchema, Paged extends boolean> = Paged extends true ? Page<Static<S> extends readonly (infer Item)[] ? Item : never> : Static<S> | RawBody | StatusBody | StreamedFile;

export declare const ignoresCostMode: CostModeRule;

export declare const integerParameter: (range: {
    minimum: number;
    maximum: number;
}, description: string, { code, missingCode }?: ParameterErrors) => Parameter<number>;

/** The sort key of a row: what a page boundary is made of. */
export declare type KeysetKey = readonly (string | number)[];

/** One consistent, read-only view of the history, on a connection of its own. */
export declare interface LedgerSnapshot<Rows> {
    readonly db: Kysely<Rows>;
    /**
     * Runs `COPY (query) TO STDOUT`. Values of the query are bound, as text: it must cast each. It
     * answers when the first bytes are there, so that a query that fails at once fails here.
     */
    copy(query: OperationNodeSource, options?: CopyOptions): Promise<CopyStream>;
    /** Gives the connection back, which the end of the request does at the latest. */
    close(): Promise<void>;
}

/** A cursor-paged list, from its queries to its resources. */
export declare interface Listing<Row, T> {
    /** Clusters whose rows it shows; without any it is empty, and nothing is asked. */
    readonly clusters?: readonly string[] | null;
    /** The rows of the page and one more, which tells that more follow. */
    readonly rows: () => Promise<readonly Row[]>;
    /** How many rows match, whatever the page; asked for `include_total` alone. */
    readonly total: () => Promise<{
        readonly total: number;
    }>;
    readonly key: (row: Row) => KeysetKey;
    readonly shape: (row: Row) => T;
}

/** Reads one page of a list, and its total where the client asked for it. */
export declare function listPage<Row, T>(request: PageRequest, { clusters, rows, total, key, shape }: Listing<Row, T>): Promise<Page<T>>;

/** Lists that differ in one value, such as those of each of several owners. */
export declare interface ListsBy<Row> {
    readonly values: readonly string[];
    readonly type: 'uuid' | 'text';
    readonly listOf: (value: Expression<string>) => OrderedList<Row>;
}

export declare const LOGGER: Token<Logger>;

/** Structured log of the plugin that asks. */
export declare interface Logger {
    debug(fields: object, message: string): void;
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
}

declare const mark: unique symbol;

/**
 * The rows of one page of several lists read as one, each row once, and one more. Every list is
 * entered over an index of its own: the cost grows with the number of lists and the size of the
 * page, and neither with the length of a list nor with how deep the page lies. (What comes out of
 * a list is in the order of its cut; an order around that too would have PostgreSQL sort it again.)
 */
export declare function mergedPage<Row>(db: Kysely<AnyTables>, { values, type, listOf }: ListsBy<Row>, page: PageRequest): PageQuery<Row>;

/** Which parts of `meta` a route's responses carry. */
export declare interface MetaParts {
    readonly pagination: boolean;
    readonly costMode: boolean;
    readonly basis: boolean;
}

/** No parameters, nothing used. */
export declare type None = Readonly<Record<string, never>>;

/** 404: the resource does not exist in the tenant, or is not visible to it. */
export declare const notFound: (code: NotFoundCode, field: string) => ApiError;

/** The codes of what does not exist. */
export declare type NotFoundCode = Extract<ErrorCode, `${string}_NOT_FOUND`>;

/** The same column where it may be null: not known. */
export declare const nullable: <T>(of: Column<T>) => Column<T | null>;

/** Opens a route to callers without a key. The reason is documentation. */
export declare const open: (reason: string) => OpenScope;

export declare const OPENAPI: Token<OpenApiSource>;

/** An OpenAPI 3.1 document; the parts that the kernel assembles, the rest open. */
export declare interface OpenApiDocument {
    readonly openapi: '3.1.0';
    readonly info: Readonly<Record<string, unknown>>;
    readonly servers: readonly {
        readonly url: string;
        readonly description?: string;
    }[];
    readonly tags: readonly {
        readonly name: string;
        readonly description?: string;
    }[];
    readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}

/** The OpenAPI document of the loaded plugins; ready once every plugin is registered. */
export declare interface OpenApiSource {
    document(): OpenApiDocument;
}

/** A route that needs no key, and why. */
export declare interface OpenScope {
    readonly open: true;
    readonly reason: string;
}

/** The same parameter, left out at will. */
export declare const optional: <T>(parameter: Parameter<T>) => Parameter<T | undefined>;

/** A list before its order: conditions and columns. */
export declare interface OrderedList<Row> {
    readonly query: SelectQueryBuilder<AnyTables, AnyTables, Row>;
    /**
     * The columns of the order as the rows have them, each with what it is in the query. Ascending,
     * and together unique; a row's cursor holds their values in this order.
     */
    readonly order: Readonly<Record<string, string>>;
}

/** The rows of one page, and one more. */
export declare function orderedPage<Row>(db: Kysely<AnyTables>, list: OrderedList<Row>, page: PageRequest): PageQuery<Row>;

/** One page of a list, with the sort key of its last row while more rows follow. */
export declare interface Page<T> {
    readonly data: T[];
    readonly limit: number;
    readonly lastKey?: KeysetKey;
    readonly totalCount?: number;
}

/**
 * One page of what lies in some clusters (`null`: in all of them): of few clusters, merged from
 * the list of each; of many, the list of all of them. `column` is the cluster's in the query.
 */
export declare function pageInClusters<Row>(db: Kysely<AnyTables>, clusters: readonly string[] | null, column: string, listIn: (clusters: readonly string[] | null) => OrderedList<Row>, page: PageRequest): PageQuery<Row>;

/** A page of a list, to be executed, or to be joined with what its rows lack. */
export declare type PageQuery<Row> = SelectQueryBuilder<AnyTables, 'page', Row>;

/** What a client asked of a cursor-paged list. */
export declare interface PageRequest {
    readonly limit: number;
    readonly includeTotal: boolean;
    /** The sort key of the last row of the page before. */
    readonly after?: KeysetKey;
}

/**
 * One path or query parameter. Its schema is what is validated and what is documented; `code` is
 * the error that the contract gives for a bad value of this parameter on this endpoint.
 */
export declare interface Parameter<T = unknown> {
    readonly schema: TSchema;
    readonly encoding: ParameterEncoding;
    readonly description: string;
    readonly required: boolean;
    readonly code: ErrorCode;
    /** The error when it is missing, where that is another one. */
    readonly missingCode?: ErrorCode;
    /** The value as handlers get it, from a value that the schema has accepted. */
    readonly normalize?: (value: never) => T;
    readonly default?: T;
    /** An empty value means that the parameter was not given (decision 6: `cursor=`). */
    readonly emptyIsAbsent?: boolean;
    /** A name that ends a path: empty, it is refused with 400 rather than leading to an unknown path. */
    readonly isPathName?: boolean;
    /** A name that ends a path, and may hold `/` that is sent raw. Longer paths of others go first. */
    readonly mayHoldSlash?: boolean;
    /** The path cluster: the kernel checks that it exists and may be read (decision 4). */
    readonly isPathCluster?: boolean;
}

/** How the text of a parameter becomes the value that its schema describes. */
export declare type ParameterEncoding = 'text' | 'integer' | 'boolean' | 'csv';

/** The errors that the contract gives for bad values of a parameter. */
export declare interface ParameterErrors {
    readonly code?: ErrorCode;
    /** The error when it is missing, where that is another one. */
    readonly missingCode?: ErrorCode;
}

declare type Parameters_2 = Readonly<Record<string, Parameter>>;
export { Parameters_2 as Parameters }

/** The cluster of a path: 400, then 404 and 403 by the kernel before the handler runs. */
export declare const pathCluster: () => Parameter<string>;

/**
 * The name that ends a path: any text but an empty one. With `mayHoldSlash`
 * the rest of the path is the name, unless the path is another route's.
 */
export declare const pathName: (description: string, { mayHoldSlash, ...options }?: {
    maxLength?: number;
    mayHoldSlash?: boolean;
}) => Parameter<string>;

export declare type Plugin = PluginDefinition & {
    readonly [mark]: true;
};

/** The plugin's own config, validated, defaults applied. */
export declare const PLUGIN_CONFIG: Token<unknown>;

/** One resource family: what it serves, what it needs to read, who may ask. */
export declare interface PluginDefinition<C extends TSchema = TSchema> {
    readonly id: string;
    /** The scopes that this plugin brings, each with what it covers. */
    readonly scopes?: Readonly<Record<string, string>>;
    /**
     * Scopes of other families that its routes need. The owner's words go first; without the owner
     * the scope exists by this, so that neither has to be loaded for the other's sake.
     */
    readonly sharedScopes?: Readonly<Record<string, string>>;
    /** JSON Schema of the plugin's own config; defaults are applied, unknown keys refused. */
    readonly config?: C;
    /** Read through `context.db`. */
    readonly tables?: Tables;
    /** Read through `context.ledger` and `context.snapshot`, maybe from another server. */
    readonly ledgerTables?: Tables;
    /** A sentence per tag, for the headings of the OpenAPI document. */
    readonly tags?: Readonly<Record<string, string>>;
    readonly routes: readonly Route[] | ((config: Static<C>) => readonly Route[]);
    /** Puts factories of the plugin's own under tokens, for its routes. */
    readonly register?: (container: Container, config: Static<C>) => void;
}

/**
 * Orders the rows of one Kubernetes uid, which two clusters may have (one restored from the other):
 * those of a cluster that the key may read, then the one seen last, then that of the lowest cluster
 * id. `table` is the rows' in the query.
 */
export declare function preferAllowed<Tables, Table extends keyof Tables, Row>(query: SelectQueryBuilder<Tables, Table, Row>, table: string, allowedClusters: readonly string[] | null): SelectQueryBuilder<Tables, Table, Row>;

export declare const PRODUCT: Token<ProductInfo>;

/** Facts about the running product. */
export declare interface ProductInfo {
    readonly version: string;
    readonly publicUrl: string;
}

declare const provided: unique symbol;

export declare type ProvidedBy<U extends Uses> = {
    readonly [K in keyof U]: U[K] extends Token<infer T> ? T : never;
};

/**
 * The largest rank of a row whose shown amount is at least this decimal, for `rank <= ...`. Ranks
 * ascend as amounts descend: a rank is the amount in its four shown digits, times -10,000.
 */
export declare const rankOfAtLeast: (amount: string) => RawBuilder<number>;

/** A body that is not JSON: a page, a file, a document in another format. */
export declare interface RawBody {
    readonly contentType: string;
    readonly body: string | Buffer;
    readonly headers?: Readonly<Record<string, string>>;
}

export declare const READINESS: Token<Readiness>;

/** Whether the service can answer: `ok`, or what is wrong in words without secrets. */
export declare interface Readiness {
    check(): Promise<{
        ready: boolean;
        checks: Record<string, string>;
    }>;
}

/** What an error's body may tell of the request beside the error. */
export declare interface RefusedRequest {
    readonly meta: ResponseMeta;
    /** The request carried a bearer key, whether a valid one or not. */
    readonly isKeyGiven: boolean;
}

export declare const rejectsCostMode: CostModeRule;

/** What a handler is given. */
export declare interface RequestContext<Rows, P extends Parameters_2, Q extends Parameters_2, B> {
    /**
     * Read-only, and confined to the organization by row-level security. What runs in it ends at the
     * deadline of the route.
     */
    readonly db: Kysely<Rows>;
    /**
     * The history, likewise read-only and confined; it may be on another server. What runs in it ends
     * when the client goes away or after 60 seconds. A failure is `UPSTREAM_UNAVAILABLE` or
     * `UPSTREAM_TIMEOUT` where the route has these errors, else `SERVICE_UNAVAILABLE`.
     */
    readonly ledger: Kysely<Rows>;
    /** One consistent view of the history, until it is closed or the request ends, to stream from. */
    readonly snapshot: () => Promise<LedgerSnapshot<Rows>>;
    readonly organization: {
        readonly id: string;
        readonly currency: string;
    };
    /** `null`: every cluster; a list, also an empty one: only those. */
    readonly allowedClusters: readonly string[] | null;
    readonly params: ValuesOf<P>;
    readonly query: ValuesOf<Q>;
    readonly body: B;
    readonly page: PageRequest;
    readonly costMode: CostMode;
    readonly basis: Basis;
    readonly now: Date;
    readonly requestId: string;
    /** Aborted when the client goes away, and with a `TimeoutError` when the deadline has passed. */
    readonly signal: AbortSignal;
}

/** The values of a request, each of which is accepted. */
export declare type RequestValues<P extends Parameters_2, Q extends Parameters_2, B> = Pick<RequestContext<unknown, P, Q, B>, 'params' | 'query' | 'body' | 'costMode' | 'basis' | 'now'>;

/** Requires that the key may read the cluster, else 403. */
export declare function requireAllowed(clusterId: string, allowedClusters: readonly string[] | null): void;

/** What a response says about itself beside its data. */
export declare interface ResponseMeta {
    readonly request_id: string;
    readonly applied_at: string;
    readonly pagination?: {
        readonly next_cursor?: string;
        readonly has_more: boolean;
        readonly limit: number;
        readonly total_count?: number;
    };
    readonly cost_mode?: string;
    readonly basis?: string;
}

/**
 * What all of `/v1` is made of: one value that is mounted, validated, authorized, documented. The
 * types of its handler were checked where it was declared.
 */
export declare interface Route extends Omit<RouteDefinition, 'handler' | 'refuse'> {
    readonly refuse?: (values: never) => readonly ErrorDetail[];
    readonly handler: (context: never, uses: never) => unknown;
}

export declare interface RouteDefinition<Rows = unknown, P extends Parameters_2 = Parameters_2, Q extends Parameters_2 = Parameters_2, B extends TSchema = TSchema, S extends TSchema = TSchema, U extends Uses = Uses, Paged extends boolean = boolean> {
    readonly operationId: string;
    readonly method: 'get' | 'post';
    /** The whole path, as the contract writes it: `/v1/clusters/{cluster_id}`. */
    readonly path: `/${string}`;
    readonly tag: string;
    readonly summary: string;
    readonly description?: string;
    readonly scope: string | OpenScope;
    /** Keeps the route out of the OpenAPI document, and says why. */
    readonly undocumented?: string;
    /**
     * The route is left out where another plugin has a route of the same method and path; the log says
     * so at start. Without it, one path of two plugins keeps the service from starting.
     */
    readonly givesWay?: boolean;
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
    readonly quota?: RouteQuota;
    /** What values say together that none says alone; every detail is a 422 `VALIDATION_ERROR`. */
    readonly refuse?: (values: RequestValues<P, Q, Static<B>>) => readonly ErrorDetail[];
    /** The shape of the data: validates nothing on the way in, serializes all on the way out. */
    readonly response?: S;
    /** Other successful or unsuccessful statuses with a body of their own, such as 503 of health. */
    readonly otherResponses?: Readonly<Record<number, {
        description: string;
        schema: TSchema;
    }>>;
    /** The media type of a raw body; without it the response is JSON. */
    readonly produces?: string;
    /** The handler answers with a `StreamedFile` of this shape. */
    readonly stream?: StreamShape;
    /** How data and errors become bodies; the contract's `{data, meta}` and `error` without it. */
    readonly envelope?: Envelope;
    /** Errors of the handler's own; those of key, scope, limits and parameters are known. */
    readonly errors?: readonly ErrorCode[];
    /**
     * How long the handler may take, in seconds: 30 without it, 150 until a file begins. One that asks
     * for `ledger` has as long as history may take (`database.ledgerTimeoutSeconds`) from then on,
     * unless this says otherwise. When the time is up, `signal` is aborted, the connections that the
     * handler holds are taken away with what runs on them, and the request is answered with
     * `UPSTREAM_TIMEOUT` where the route has that error, else `SERVICE_UNAVAILABLE` (`INTERNAL_ERROR`
     * of a route without a key). What the handler answers later is thrown away.
     */
    readonly deadlineSeconds?: number;
    readonly uses?: U;
    readonly handler: (context: RequestContext<Rows, P, Q, Static<B>>, uses: ProvidedBy<U>) => Promise<HandlerResult<S, Paged>> | HandlerResult<S, Paged>;
}

/** A second quota of a route, counted per key beside the general one. */
export declare interface RouteQuota {
    readonly name: string;
    readonly perMinute: number;
}

/** Declares a route of a plugin whose tables are `Rows`. */
export declare function routesOver<Rows>(): <const P extends Parameters_2 = None, const Q extends Parameters_2 = None, B extends TSchema = TSchema, S extends TSchema = TSchema, const U extends Uses = None, Paged extends boolean = false>(route: RouteDefinition<Rows, P, Q, B, S, U, Paged>) => Route;

/** The row types of declared tables, for Kysely. */
export declare type RowsOf<T extends Tables> = {
    [Table in keyof T]: {
        [Name in keyof T[Table]]: T[Table][Name] extends Column<infer V> ? V : never;
    };
};

/** The contract's `{data, meta}`; `error` is omitted on success. */
export declare const standardEnvelope: Envelope;

/** A body with one of the statuses that the route declares in `otherResponses`. */
export declare class StatusBody {
    readonly status: number;
    readonly body: unknown;
    constructor(status: number, body: unknown);
}

/**
 * A file that is sent while it is made. Its status is sent before its end is known, so whether it
 * is whole is said by the trailers after it.
 */
export declare interface StreamedFile {
    readonly contentType: string;
    readonly headers: Readonly<Record<string, string>>;
    /** Ends when the file is whole, fails when it cannot be made whole. Destroyed with the request. */
    readonly body: Readable;
    /** The trailers of a whole file; asked for once the body has ended. */
    readonly trailers: () => Promise<Readonly<Record<string, string>>>;
    /** The trailers of a file that is not whole. */
    readonly failedTrailers: Readonly<Record<string, string>>;
    /** Ends a file that is not whole, so that it does not parse even where trailers are dropped. */
    readonly brokenEnd?: string;
}

/** What a streaming route answers with, for the document. */
export declare interface StreamShape {
    readonly contentTypes: readonly string[];
    /** Response headers by name, each with its meaning. */
    readonly headers?: Readonly<Record<string, string>>;
    /** Fields that follow the body, by name, each with its meaning. */
    readonly trailers: Readonly<Record<string, string>>;
}

export declare type Tables = Readonly<Record<string, Readonly<Record<string, Column>>>>;

/** Free text, matched exactly and case-sensitively. */
export declare const textParameter: (description: string, { code, maxLength }?: ParameterErrors & {
    maxLength?: number;
}) => Parameter<string>;

/** The name of something that the container provides, with its type. */
export declare interface Token<T> {
    readonly key: symbol;
    readonly description: string;
    readonly [provided]?: T;
}

export declare type Uses = Readonly<Record<string, Token<unknown>>>;

/** A UUID; handlers get it in lower case. */
export declare const uuidParameter: (description: string, { code }?: ParameterErrors) => Parameter<string>;

declare const value: unique symbol;

/** The values of a set of parameters as a handler gets them. */
export declare type ValuesOf<P extends Parameters_2> = {
    readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T : never;
};

/**
 * The clusters whose rows a list shows: those that the key may read and, where the request names
 * clusters, of these only the named ones; others are silently left out (decision 9). `null`:
 * every cluster of the organization.
 */
export declare function visibleClusters(allowed: readonly string[] | null, requested?: readonly string[]): readonly string[] | null;

/** The same parameter, with a value for when it is left out. */
export declare const withDefault: <T>(parameter: Parameter<T>, value: T) => Parameter<T>;

/** Answers with a status that the route declares in `otherResponses`. */
export declare const withStatus: (status: number, body: unknown) => StatusBody;

export { }
