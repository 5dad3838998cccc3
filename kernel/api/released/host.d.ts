import { Kysely } from 'kysely';
import { Logger as Logger_2 } from 'pino';
import { OperationNodeSource } from 'kysely';
import { Pool } from 'pg';
import { Readable } from 'node:stream';
import { Registry } from 'prom-client';
import { Static } from 'typebox';
import { TSchema } from 'typebox';
import { Type } from 'typebox';
import { ValidateFunction } from 'ajv';

/** What an in-cluster agent authenticates with: `cpa_` and as an API key. */
export declare const agentToken: CredentialFormat;

/**
 * What a handler throws to answer with an error of the contract. The status, the message and the
 * retry advice come from the catalog; `status` overrides the catalog's only where the contract
 * gives one code several statuses (404 and 405 of unknown routes, 413, 414, 415).
 */
declare class ApiError extends Error {
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

/**
 * The OpenAPI 3.1.0 document of the loaded plugins, made from the very objects that validate
 * requests and serialize responses.
 */
export declare function assembleOpenApi(loaded: readonly LoadedPlugin[], publicUrl: string): OpenApiDocument;

/** `legacy` sums compute; `all` sums every component that can be produced (decision 27). */
declare const bases: readonly ["legacy", "all"];

declare type Basis = (typeof bases)[number];

/** Which basis a route has when none is asked for, and which it refuses. */
declare interface BasisRule {
    readonly default: Basis;
    readonly allowed: readonly Basis[];
}

/** The time, replaceable in tests. */
declare interface Clock {
    now(): Date;
}

/** The type of a column: its name in PostgreSQL, and what a query gives for it. */
declare interface Column<T = unknown> {
    readonly postgresType: string;
    readonly nullable: boolean;
    readonly [value]?: T;
}

/** Compiles a schema into a test of one value. */
export declare function compileSchema(schema: TSchema): ValidateFunction;

/**
 * Compiles a schema into a check of YAML files, which gives every problem with its place and fills
 * in defaults. How to mend what does not match is the `fix` of the part of the schema, if it has one.
 */
export declare function compileYamlCheck(schema: TSchema): (yaml: YamlFile) => FileProblem[];

/** What an operator may set in `costplane.config.yaml`. Secrets come from the environment only. */
export declare const configSchema: Type.TObject<{
    server: Type.TObject<{
        port: Type.TInteger;
        host: Type.TString;
        publicUrl: Type.TOptional<Type.TString>;
        drainSeconds: Type.TInteger;
    }>;
    management: Type.TObject<{
        port: Type.TInteger;
        host: Type.TString;
    }>;
    database: Type.TObject<{
        poolSize: Type.TInteger;
        ledgerPoolSize: Type.TInteger;
        ledgerTimeoutSeconds: Type.TInteger;
        exportPoolSize: Type.TInteger;
    }>;
    log: Type.TObject<{
        level: Type.TUnsafe<"trace" | "debug" | "info" | "warn" | "error" | "fatal" | "silent">;
    }>;
    plugins: Type.TArray<Type.TObject<{
        package: Type.TString;
        config: Type.TOptional<Type.TUnknown>;
    }>>;
}>;

/** A typed view of a tsyringe container: what is provided under a token, and nothing else. */
declare interface Container {
    provide<T>(token: Token<T>, value: T): void;
    /** The factory runs once, when the token is first asked for. */
    provideLazily<T>(token: Token<T>, factory: (container: Container) => T): void;
    get<T>(token: Token<T>): T;
    createChild(): Container;
}

/** How rows become text: the options of PostgreSQL's `COPY … TO STDOUT` in CSV. */
declare interface CopyOptions {
    readonly header?: boolean;
    readonly delimiter?: string;
    readonly quote?: string;
    readonly escape?: string;
    readonly null?: string;
}

/** Text of rows as PostgreSQL writes it, in buffers that do not end where rows do. */
declare interface CopyStream extends Readable {
    /** Known once the stream has ended. */
    readonly rowCount: number;
}

declare type CostMode = (typeof costModes)[number];

/** What a route does with `cost_mode` (contract, "cost_mode rules"). */
declare type CostModeRule = {
    readonly rule: 'accepts';
    readonly default: CostMode;
} | {
    readonly rule: 'rejects';
} | {
    readonly rule: 'ignores';
};

declare const costModes: readonly ["fully_loaded", "workload_only"];

/**
 * The structured log, one JSON object a line on standard error; standard output belongs to
 * commands.
 */
export declare function createLog(level: string): Logger_2;

export declare function createMetrics(pools: Readonly<Record<string, Pool>>): Metrics;

/** A prefix and 40 characters of `0-9A-Za-z`, the last six a checksum (decision 42). */
export declare interface CredentialFormat {
    /** A new one. */
    readonly mint: () => string;
    /** Whether text has this form; a typo is found without asking the database. */
    readonly fits: (text: string) => boolean;
    /** The part that may be shown later, so that its owner can tell which one it is. */
    readonly hint: (credential: string) => string;
}

/** The product's own metrics of a registry by name; not those that prom-client brings. */
export declare function describeMetrics(registry: Registry): MetricDescription[];

/** How a route's data and errors become bodies: a choice of the route. */
declare interface Envelope {
    readonly schema: (data: TSchema, parts: MetaParts) => TSchema;
    readonly wrap: (data: unknown, meta: ResponseMeta) => unknown;
    /** The bodies of its errors; the contract's without it. */
    readonly errors?: ErrorEnvelope;
}

/** The closed catalog of the contract's 23 codes (section "Errors"). */
export declare const errorCatalog: {
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

declare type ErrorCode = keyof typeof errorCatalog;

/** One entry of an error's `details` (contract, section "Errors"). */
declare interface ErrorDetail {
    readonly field?: string;
    readonly reason?: string;
    readonly allowed?: readonly string[];
    readonly message?: string;
    readonly required?: string;
    readonly cluster_id?: string;
}

/** How an error becomes a body. Its status and its headers stay what they are. */
declare interface ErrorEnvelope {
    /** The shape of a body, for one of these codes. */
    readonly schema: (codes: readonly ErrorCode[]) => TSchema;
    /** What the OpenAPI document says of a response with one of these codes. */
    readonly describe: (codes: readonly ErrorCode[]) => string;
    readonly wrap: (error: ApiError, request: RefusedRequest) => unknown;
}

/** What the contract says of one error code: its status, when it happens, whether to retry. */
export declare interface ErrorKind {
    readonly status: number;
    readonly message: string;
    readonly retryable: boolean;
    readonly retryAfterSeconds?: number;
}

/** Everything that is wrong in a file, in the order of its lines, a line of the message each. */
export declare class FileError extends Error {
    readonly name = "FileError";
    readonly problems: readonly FileProblem[];
    constructor(problems: readonly FileProblem[]);
}

/** One thing that is wrong in a file that a person wrote, in words that say how to mend it. */
export declare interface FileProblem {
    readonly file: string;
    /** From 1; without a line, the file as a whole is meant. */
    readonly line?: number;
    readonly column?: number;
    readonly what: string;
    readonly fix: string;
}

declare type HandlerResult<S extends TSchema, Paged extends boolean> = Paged extends true ? Page<Static<S> extends readonly (infer Item)[] ? Item : never> : Static<S> | RawBody | StatusBody | StreamedFile;

/** What is stored of a key and what it is found by. */
export declare const hashApiKey: typeof hashCredential;

/** What is stored of a credential and what it is found by. */
export declare function hashCredential(credential: string): Buffer;

/** The part of a key that may be shown later, so that its owner can tell which one it is. */
export declare const hintOfApiKey: (credential: string) => string;

/** The sort key of a row: what a page boundary is made of. */
declare type KeysetKey = readonly (string | number)[];

/** One consistent, read-only view of the history, on a connection of its own. */
declare interface LedgerSnapshot<Rows> {
    readonly db: Kysely<Rows>;
    /**
     * Runs `COPY (query) TO STDOUT`. Values of the query are bound, as text: it must cast each. It
     * answers when the first bytes are there, so that a query that fails at once fails here.
     */
    copy(query: OperationNodeSource, options?: CopyOptions): Promise<CopyStream>;
    /** Gives the connection back, which the end of the request does at the latest. */
    close(): Promise<void>;
}

/** A route that gave way, and the package whose route has its path. */
export declare interface LeftOutRoute {
    readonly route: Route;
    readonly takenBy: string;
}

/** The config of a service: what the file says, over it what the environment says. */
export declare interface LoadedConfig {
    readonly config: ServiceConfig;
    /** The file it was read from; `undefined` for the defaults. */
    readonly file: string | undefined;
    /** What relative plugin paths are relative to. */
    readonly baseFolder: string;
    readonly databaseUrl: string | undefined;
    /** Where history is read from; `undefined`: where everything else is. */
    readonly ledgerDatabaseUrl: string | undefined;
    readonly redisUrl: string | undefined;
}

/** A plugin that passed every check that needs no database. */
export declare interface LoadedPlugin {
    readonly plugin: Plugin;
    readonly manifest: PluginManifest;
    readonly config: unknown;
    /** Those that are served. */
    readonly routes: readonly Route[];
    readonly leftOut: readonly LeftOutRoute[];
}

/** The plugins that can be used, and what is wrong with the others and between them. */
export declare interface LoadOutcome {
    readonly loaded: readonly LoadedPlugin[];
    readonly problems: readonly StartupProblem[];
}

/** `tryLoadPlugins`, where anything that is wrong is thrown as one `StartupError`. */
export declare function loadPlugins(references: readonly PluginReference[], baseFolder: string): Promise<readonly LoadedPlugin[]>;

/** Structured log of the plugin that asks. */
declare interface Logger {
    debug(fields: object, message: string): void;
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
}

declare const mark: unique symbol;

/** Which parts of `meta` a route's responses carry. */
declare interface MetaParts {
    readonly pagination: boolean;
    readonly costMode: boolean;
    readonly basis: boolean;
}

/** What a metric is called and means, without its values. */
export declare interface MetricDescription {
    readonly name: string;
    readonly type: 'counter' | 'gauge' | 'histogram' | 'summary';
    readonly help: string;
    readonly labels: readonly string[];
}

/** What the service measures of itself, in the text format of Prometheus. */
export declare interface Metrics {
    /** Requests that are being answered. */
    readonly inFlight: {
        readonly count: number;
    };
    requestStarted(): void;
    requestEnded(): void;
    /** Counts an answered request; `operation` is the operation id, or `none` without a route. */
    requestServed(operation: string, status: number, durationMs: number): void;
    deadlineExceeded(operation: string): void;
    text(): Promise<string>;
    describe(): MetricDescription[];
    readonly contentType: string;
}

/** A new API key: `cpk_` and 40 characters, the last six a checksum (decision 42). */
export declare const mintApiKey: () => string;

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

/** A route that needs no key, and why. */
declare interface OpenScope {
    readonly open: true;
    readonly reason: string;
}

/** One page of a list, with the sort key of its last row while more rows follow. */
declare interface Page<T> {
    readonly data: T[];
    readonly limit: number;
    readonly lastKey?: KeysetKey;
    readonly totalCount?: number;
}

/** What a client asked of a cursor-paged list. */
declare interface PageRequest {
    readonly limit: number;
    readonly includeTotal: boolean;
    /** The sort key of the last row of the page before. */
    readonly after?: KeysetKey;
}

/**
 * One path or query parameter. Its schema is what is validated and what is documented; `code` is
 * the error that the contract gives for a bad value of this parameter on this endpoint.
 */
declare interface Parameter<T = unknown> {
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
declare type ParameterEncoding = 'text' | 'integer' | 'boolean' | 'csv';

declare type Parameters_2 = Readonly<Record<string, Parameter>>;

/**
 * Reads one YAML 1.2 document of plain maps, lists and scalars, each value of which knows its place.
 *
 * @throws {FileError} with every place where it is not that
 */
export declare function parseYaml(text: string, name: string): YamlFile;

/** `file:line:column`, as editors and terminals understand it. */
export declare const placeOf: ({ file, line, column }: FileProblem) => string;

declare type Plugin = PluginDefinition & {
    readonly [mark]: true;
};

/** One resource family: what it serves, what it needs to read, who may ask. */
declare interface PluginDefinition<C extends TSchema = TSchema> {
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

/** What a plugin's `package.json` says of it. */
export declare interface PluginManifest {
    readonly name: string;
    readonly version: string;
    readonly kernelRange: string | undefined;
    readonly folder: string;
}

/** An entry of `plugins` in the config. */
export declare interface PluginReference {
    readonly package: string;
    readonly config?: unknown;
}

declare const provided: unique symbol;

declare type ProvidedBy<U extends Uses> = {
    readonly [K in keyof U]: U[K] extends Token<infer T> ? T : never;
};

/** A body that is not JSON: a page, a file, a document in another format. */
declare interface RawBody {
    readonly contentType: string;
    readonly body: string | Buffer;
    readonly headers?: Readonly<Record<string, string>>;
}

/** Reads and checks the config; everything that is wrong is thrown as one `StartupError`. */
export declare function readConfig(options: ReadConfigOptions): Promise<LoadedConfig>;

export declare interface ReadConfigOptions {
    readonly file?: string | undefined;
    readonly environment: NodeJS.ProcessEnv;
    readonly folder: string;
    /** The plugins that are loaded when there is no config file; without them there must be one. */
    readonly defaultPlugins?: readonly string[];
    readonly port?: number | undefined;
}

/** Where `-` is read from; standard input unless given. */
export declare interface Reading {
    stdin?: AsyncIterable<Uint8Array>;
}

/** The version that plugins' kernel ranges are held against. */
export declare function readKernelVersion(): Promise<string>;

/**
 * Reads a file of at most 16 MiB that a person wrote, or standard input if it is named `-`.
 *
 * @throws {FileError} if it cannot be read, or is not UTF-8
 */
export declare function readTextFile(path: string, { stdin }?: Reading): Promise<{
    text: string;
    name: string;
}>;

/**
 * Reads a YAML file of at most 16 MiB, or standard input if it is named `-`.
 *
 * @throws {FileError} if it cannot be read, or is not YAML in UTF-8
 */
export declare function readYamlFile(path: string, reading?: Reading): Promise<YamlFile>;

/** What an error's body may tell of the request beside the error. */
declare interface RefusedRequest {
    readonly meta: ResponseMeta;
    /** The request carried a bearer key, whether a valid one or not. */
    readonly isKeyGiven: boolean;
}

/** What a handler is given. */
declare interface RequestContext<Rows, P extends Parameters_2, Q extends Parameters_2, B> {
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
declare type RequestValues<P extends Parameters_2, Q extends Parameters_2, B> = Pick<RequestContext<unknown, P, Q, B>, 'params' | 'query' | 'body' | 'costMode' | 'basis' | 'now'>;

/**
 * Finds the entry file of a plugin named in the config: a path is relative to the config file, a
 * package name is looked up from there, then from the command, then from the host. Packages and
 * folders lead to the file that Node.js would import.
 */
export declare function resolvePlugin(name: string, baseFolder: string): Promise<string>;

/** What a response says about itself beside its data. */
declare interface ResponseMeta {
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
declare interface Route extends Omit<RouteDefinition, 'handler' | 'refuse'> {
    readonly refuse?: (values: never) => readonly ErrorDetail[];
    readonly handler: (context: never, uses: never) => unknown;
}

declare interface RouteDefinition<Rows = unknown, P extends Parameters_2 = Parameters_2, Q extends Parameters_2 = Parameters_2, B extends TSchema = TSchema, S extends TSchema = TSchema, U extends Uses = Uses, Paged extends boolean = boolean> {
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
declare interface RouteQuota {
    readonly name: string;
    readonly perMinute: number;
}

/** A service that answers. */
export declare interface RunningService {
    /** The address that the API is bound to. */
    readonly url: string;
    readonly publicUrl: string;
    readonly metricsUrl: string;
    /** Turns readiness to 503, lets requests in flight finish, closes everything. */
    stop(): Promise<void>;
}

export declare interface RunOptions {
    readonly loaded: LoadedConfig;
    readonly plugins: LoadOutcome;
    readonly databaseUrl: string;
    /** Settles when the service shall stop. */
    readonly stopped: Promise<unknown>;
    readonly onReady: (service: RunningService) => void;
}

/** Starts the service with a log on standard error, and runs it until it shall stop. */
export declare function runService(options: RunOptions): Promise<void>;

/** Every scope that the plugins bring, with what it covers in the words of its owner. */
export declare function scopesOf(loaded: readonly LoadedPlugin[]): Record<string, string>;

export declare type ServiceConfig = Static<typeof configSchema>;

export declare interface ServiceOptions {
    readonly config: ServiceConfig;
    readonly plugins: LoadOutcome;
    readonly databaseUrl: string;
    /** Where history is read from; `databaseUrl` unless given. */
    readonly ledgerDatabaseUrl?: string | undefined;
    readonly redisUrl?: string | undefined;
    readonly log: Logger;
    readonly clock?: Clock;
}

/**
 * Composes the service: database, plugins, routes, ports. Everything that is wrong with plugins
 * and database is thrown as one `StartupError`, and nothing is left open.
 */
export declare function startService(options: ServiceOptions): Promise<RunningService>;

/** Everything that keeps the service from starting, found in one pass and reported together. */
export declare class StartupError extends Error {
    readonly problems: readonly StartupProblem[];
    constructor(problems: readonly StartupProblem[]);
}

/** One thing that keeps the service from starting, in words that say how to mend it. */
export declare interface StartupProblem {
    /** Where: a plugin, a key of the config file, an environment variable. */
    readonly where: string;
    readonly what: string;
    readonly fix?: string;
}

/** A body with one of the statuses that the route declares in `otherResponses`. */
declare class StatusBody {
    readonly status: number;
    readonly body: unknown;
    constructor(status: number, body: unknown);
}

/**
 * A file that is sent while it is made. Its status is sent before its end is known, so whether it
 * is whole is said by the trailers after it.
 */
declare interface StreamedFile {
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
declare interface StreamShape {
    readonly contentTypes: readonly string[];
    /** Response headers by name, each with its meaning. */
    readonly headers?: Readonly<Record<string, string>>;
    /** Fields that follow the body, by name, each with its meaning. */
    readonly trailers: Readonly<Record<string, string>>;
}

declare type Tables = Readonly<Record<string, Readonly<Record<string, Column>>>>;

/** The name of something that the container provides, with its type. */
declare interface Token<T> {
    readonly key: symbol;
    readonly description: string;
    readonly [provided]?: T;
}

/**
 * Imports the plugins that the config names, and checks each (that it is one, its kernel range,
 * its config) and all together (paths, operation ids, scopes).
 */
export declare function tryLoadPlugins(references: readonly PluginReference[], baseFolder: string): Promise<LoadOutcome>;

declare type Uses = Readonly<Record<string, Token<unknown>>>;

declare const value: unique symbol;

/** The values of a set of parameters as a handler gets them. */
declare type ValuesOf<P extends Parameters_2> = {
    readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T : never;
};

/** What a YAML file says, and where in it. */
export declare interface YamlFile {
    readonly name: string;
    /** Plain objects, lists and scalars; null for an empty file. */
    readonly value: unknown;
    /** What is wrong with the value at a path or, with `key`, with that key of the map there. */
    problem(path: YamlPath, what: string, fix: string, key?: string): FileProblem;
    /** A scalar as it is written, such as every digit of a number; undefined if there is none. */
    writtenAt(path: YamlPath): string | undefined;
}

export declare type YamlPath = readonly (string | number)[];

export { }
