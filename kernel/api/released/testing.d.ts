/** Boots an application from a list of plugins; `stop` it when the tests are done. */
export declare function bootTestApplication(options: TestApplicationOptions): Promise<TestApplication>;

/** The time, replaceable in tests. */
declare interface Clock {
    now(): Date;
}

/** Prepares the check against one document. Paths that the document lacks must be 404 or 405. */
export declare function createResponseCheck(document: OpenApiDocument): ResponseCheck;

/**
 * Copies the migrated template that the test run has prepared: `COSTPLANE_TEST_DATABASE_URL`
 * names a server on which databases may be created, `COSTPLANE_TEST_TEMPLATE` the template.
 */
export declare function createTestDatabase(environment?: NodeJS.ProcessEnv): Promise<TestDatabase>;

/** The row of an endpoint in the contract's tables. */
export declare interface EndpointCase {
    readonly parameters?: Readonly<Record<string, ParameterCase>>;
    readonly isPaged: boolean;
    readonly costMode: 'accepts' | 'rejects' | 'ignores';
    readonly hasBasis: boolean;
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

/** What the contract says of one error code: its status, when it happens, whether to retry. */
declare interface ErrorKind {
    readonly status: number;
    readonly message: string;
    readonly retryable: boolean;
    readonly retryAfterSeconds?: number;
}

export declare interface KeyOptions {
    readonly scopes: readonly string[];
    readonly allowedClusterIds?: readonly string[] | null;
    readonly requestsPerMinute?: number;
}

/** Structured log of the plugin that asks. */
declare interface Logger {
    debug(fields: object, message: string): void;
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
}

/** An OpenAPI 3.1 document; the parts that the kernel assembles, the rest open. */
declare interface OpenApiDocument {
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

/** What the contract says of one parameter of an endpoint, for its tests. */
export declare interface ParameterCase {
    /** Values that are refused; text goes into the query as it is, percent-encoded. */
    readonly bad: readonly string[];
    readonly code: ErrorCode;
    /** The set that the error echoes. */
    readonly allowed?: readonly string[];
    /** Repeats are values of one list, and not an error. */
    readonly isCsv?: boolean;
}

/** One query that the endpoint must refuse, and how. */
export declare interface Refusal {
    readonly query: string;
    readonly status: number;
    readonly code: ErrorCode;
    readonly detail: ErrorDetail;
}

/**
 * Every refusal that the contract names for an endpoint: bad, empty and repeated values of each
 * parameter, unknown parameters, paging, `cost_mode`, `basis`, and a 400 before a 422.
 */
export declare function refusalsOf(endpoint: EndpointCase): Refusal[];

/** Throws when a JSON response is not what the document says of its operation and status. */
export declare type ResponseCheck = (method: string, pathname: string, status: number, body: unknown) => void;

/** A service that answers. */
declare interface RunningService {
    /** The address that the API is bound to. */
    readonly url: string;
    readonly publicUrl: string;
    readonly metricsUrl: string;
    /** Turns readiness to 503, lets requests in flight finish, closes everything. */
    stop(): Promise<void>;
}

/** A real host with chosen plugins, over a real database of its own. */
export declare interface TestApplication {
    readonly service: RunningService;
    readonly document: OpenApiDocument;
    /** Runs SQL as the owner of the database, to prepare rows. */
    sql<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
    /** Inserts a row; keys are columns. */
    insert(table: string, row: Readonly<Record<string, unknown>>): Promise<void>;
    createOrganization(name: string, currency?: string): Promise<string>;
    createKey(organizationId: string, options: KeyOptions): Promise<string>;
    /** Sends a request; every JSON answer is checked against the OpenAPI document. */
    request(path: string, init?: RequestInit & {
        key?: string;
    }): Promise<TestResponse>;
    get(path: string, key?: string): Promise<TestResponse>;
    stop(): Promise<void>;
}

export declare interface TestApplicationOptions {
    /** Entry files of the plugins, such as `new URL('../src/index.ts', import.meta.url)`. */
    readonly plugins: readonly (URL | {
        readonly entry: URL;
        readonly config: unknown;
    })[];
    readonly clock?: Clock;
    readonly redisUrl?: string;
    /** Where history is read from, if it is another database. */
    readonly ledgerDatabaseUrl?: string;
    /** How long a request may read history. */
    readonly ledgerTimeoutSeconds?: number;
    /** Gets every line of the log. */
    readonly onLog?: (level: keyof Logger, fields: object, message: string) => void;
}

/** A database of its own for one test application. */
export declare interface TestDatabase {
    readonly url: string;
    drop(): Promise<void>;
}

export declare interface TestResponse {
    readonly status: number;
    readonly headers: Headers;
    readonly text: string;
    readonly body: any;
}

/** The resources of a list from its first page to its last, by following the cursors. */
export declare function walkPages(app: TestApplication, path: string, key: string, limit: number): Promise<readonly {
    readonly id: string;
}[]>;

export { }
