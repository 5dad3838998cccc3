import { Static } from 'typebox';
import { TProperties } from 'typebox';
import { TSchema } from 'typebox';
import { TUnsafe } from 'typebox';
import { Type } from 'typebox';

/** `legacy` sums compute; `all` sums every component that can be produced (decision 27). */
export declare const bases: readonly ["legacy", "all"];

export declare type Basis = (typeof bases)[number];

export declare type BillCost = Static<typeof billCostSchema>;

/** A column of what a cluster costs. */
export declare type BillCostColumn = OwnerCostColumn | 'unallocated_compute_cost_seconds' | 'unallocated_storage_cost_seconds' | 'unallocated_management_cost_seconds';

/** The same of clusters: directly, or the whole bill, what is ungiven included (decision 31). */
export declare const billCostColumns: (basis: Basis, costMode: CostMode) => readonly BillCostColumn[];

/** The cost block of clusters, nodes, node groups and the organization: the whole bill. */
export declare const billCostSchema: Type.TObject<{
    current_run_rate_hourly: Type.TOptional<Type.TUnsafe<{
        amount: string;
        currency: string;
    }>>;
} & {
    components: Type.TOptional<Type.TObject<{
        management: Type.TOptional<Type.TObject<{
            amount: Type.TString;
            currency: Type.TString;
        }>>;
        "compute.cpu": Type.TOptional<Type.TObject<{
            amount: Type.TString;
            currency: Type.TString;
        }>>;
        "compute.ram": Type.TOptional<Type.TObject<{
            amount: Type.TString;
            currency: Type.TString;
        }>>;
        "compute.gpu": Type.TOptional<Type.TObject<{
            amount: Type.TString;
            currency: Type.TString;
        }>>;
        "storage.pv": Type.TOptional<Type.TObject<{
            amount: Type.TString;
            currency: Type.TString;
        }>>;
        storage: Type.TOptional<Type.TObject<{
            amount: Type.TString;
            currency: Type.TString;
        }>>;
        overhead: Type.TOptional<Type.TObject<{
            amount: Type.TString;
            currency: Type.TString;
        }>>;
        network: Type.TOptional<Type.TObject<{
            amount: Type.TString;
            currency: Type.TString;
        }>>;
        external: Type.TOptional<Type.TObject<{
            amount: Type.TString;
            currency: Type.TString;
        }>>;
    }>>;
    unallocated: Type.TOptional<Type.TUnsafe<{
        amount: string;
        currency: string;
    }>>;
    basis: Type.TUnsafe<"all" | "legacy">;
    partial: Type.TBoolean;
    last_updated_at: Type.TOptional<Type.TString>;
}>;

/** A whole number of bytes. */
export declare const bytes: (description: string) => Type.TInteger;

/** A number of cores, fractions included. */
export declare const cores: (description: string) => Type.TNumber;

/** The cost block of a resource (contract, "Cost block additions"), with fields of its own. */
export declare const costBlock: <P extends TProperties>(title: string, own: P) => Type.TObject<{
    current_run_rate_hourly: Type.TOptional<Type.TUnsafe<{
        amount: string;
        currency: string;
    }>>;
} & P & {
    components: Type.TOptional<Type.TObject<{
        management: Type.TOptional<Type.TObject<{
            amount: Type.TString;
            currency: Type.TString;
        }>>;
        "compute.cpu": Type.TOptional<Type.TObject<{
            amount: Type.TString;
            currency: Type.TString;
        }>>;
        "compute.ram": Type.TOptional<Type.TObject<{
            amount: Type.TString;
            currency: Type.TString;
        }>>;
        "compute.gpu": Type.TOptional<Type.TObject<{
            amount: Type.TString;
            currency: Type.TString;
        }>>;
        "storage.pv": Type.TOptional<Type.TObject<{
            amount: Type.TString;
            currency: Type.TString;
        }>>;
        storage: Type.TOptional<Type.TObject<{
            amount: Type.TString;
            currency: Type.TString;
        }>>;
        overhead: Type.TOptional<Type.TObject<{
            amount: Type.TString;
            currency: Type.TString;
        }>>;
        network: Type.TOptional<Type.TObject<{
            amount: Type.TString;
            currency: Type.TString;
        }>>;
        external: Type.TOptional<Type.TObject<{
            amount: Type.TString;
            currency: Type.TString;
        }>>;
    }>>;
    unallocated: Type.TOptional<Type.TUnsafe<{
        amount: string;
        currency: string;
    }>>;
    basis: Type.TUnsafe<"all" | "legacy">;
    partial: Type.TBoolean;
    last_updated_at: Type.TOptional<Type.TString>;
}>;

/** What a row says of its cost: decimal text per hour. Null is not known. */
export declare interface CostFigures {
    /** Over the basis. */
    readonly run_rate_hourly: string | null;
    readonly compute_cpu_hourly: string | null;
    readonly compute_ram_hourly: string | null;
    readonly compute_gpu_hourly: string | null;
    readonly storage_pv_hourly?: string | null;
    readonly management_hourly?: string | null;
    readonly unallocated_hourly?: string | null;
    /** A price that the compute components need could not be found. */
    readonly is_compute_partial: boolean;
    readonly cost_updated_at: string | null;
}

export declare type CostMode = (typeof costModes)[number];

export declare const costModes: readonly ["fully_loaded", "workload_only"];

/** What a row does not say of its cost. */
export declare interface CostView {
    readonly basis: Basis;
    readonly currency: string;
}

/** A count of things. */
export declare const count: (description?: string) => Type.TInteger;

export declare const cpuCapacitySchema: Type.TObject<{
    total_cores: Type.TNumber;
    allocatable_cores: Type.TNumber;
}>;

/** Of what asks for room: namespaces, workloads and pods. */
export declare const cpuRequestUtilizationSchema: Type.TObject<{
    utilization_percent: Type.TOptional<Type.TNumber>;
    requested_cores: Type.TNumber;
    used_cores: Type.TOptional<Type.TNumber>;
}>;

export declare const cpuUtilizationSchema: Type.TObject<{
    requested_cores: Type.TNumber;
    used_cores: Type.TOptional<Type.TNumber>;
    utilization_percent: Type.TOptional<Type.TNumber>;
}>;

export declare type DirectCost = Static<typeof directCostSchema>;

/** The cost block of what costs directly: namespaces, workloads, pods, teams, departments. */
export declare const directCostSchema: Type.TObject<{
    current_run_rate_hourly: Type.TOptional<Type.TUnsafe<{
        amount: string;
        currency: string;
    }>>;
} & {
    cost_mode: Type.TUnsafe<"fully_loaded" | "workload_only">;
} & {
    components: Type.TOptional<Type.TObject<{
        management: Type.TOptional<Type.TObject<{
            amount: Type.TString;
            currency: Type.TString;
        }>>;
        "compute.cpu": Type.TOptional<Type.TObject<{
            amount: Type.TString;
            currency: Type.TString;
        }>>;
        "compute.ram": Type.TOptional<Type.TObject<{
            amount: Type.TString;
            currency: Type.TString;
        }>>;
        "compute.gpu": Type.TOptional<Type.TObject<{
            amount: Type.TString;
            currency: Type.TString;
        }>>;
        "storage.pv": Type.TOptional<Type.TObject<{
            amount: Type.TString;
            currency: Type.TString;
        }>>;
        storage: Type.TOptional<Type.TObject<{
            amount: Type.TString;
            currency: Type.TString;
        }>>;
        overhead: Type.TOptional<Type.TObject<{
            amount: Type.TString;
            currency: Type.TString;
        }>>;
        network: Type.TOptional<Type.TObject<{
            amount: Type.TString;
            currency: Type.TString;
        }>>;
        external: Type.TOptional<Type.TObject<{
            amount: Type.TString;
            currency: Type.TString;
        }>>;
    }>>;
    unallocated: Type.TOptional<Type.TUnsafe<{
        amount: string;
        currency: string;
    }>>;
    basis: Type.TUnsafe<"all" | "legacy">;
    partial: Type.TBoolean;
    last_updated_at: Type.TOptional<Type.TString>;
}>;

/** The same of what costs directly. */
export declare interface DirectCostView extends CostView {
    readonly costMode: CostMode;
}

export declare const gpuCapacitySchema: Type.TObject<{
    total: Type.TInteger;
    allocatable: Type.TInteger;
    model: Type.TString;
}>;

/** What a row says of its GPUs; null is not known. */
export declare interface GpuFigures {
    readonly gpu_utilization_percent: string | null;
    readonly gpu_memory_used_bytes: number | null;
    readonly gpu_memory_total_bytes: number | null;
}

export declare const gpuUtilizationSchema: Type.TObject<{
    utilization_percent: Type.TOptional<Type.TNumber>;
    memory_used_bytes: Type.TOptional<Type.TInteger>;
    memory_total_bytes: Type.TOptional<Type.TInteger>;
}>;

/** Money of an amount that may not be known; then it is absent. */
export declare const knownMoney: (amount: string | null | undefined, currency: string) => Money | undefined;

export declare const memoryCapacitySchema: Type.TObject<{
    total_bytes: Type.TInteger;
    allocatable_bytes: Type.TInteger;
}>;

export declare const memoryRequestUtilizationSchema: Type.TObject<{
    utilization_percent: Type.TOptional<Type.TNumber>;
    requested_bytes: Type.TInteger;
    used_bytes: Type.TOptional<Type.TInteger>;
}>;

export declare const memoryUtilizationSchema: Type.TObject<{
    requested_bytes: Type.TInteger;
    used_bytes: Type.TOptional<Type.TInteger>;
    utilization_percent: Type.TOptional<Type.TNumber>;
}>;

export declare type Money = Static<typeof moneySchema>;

/** An exact amount: a decimal string of four fractional digits, and its currency. */
export declare const moneySchema: Type.TObject<{
    amount: Type.TString;
    currency: Type.TString;
}>;

/** Gives a shape the name under which the OpenAPI document lists it. */
export declare function named<S extends TSchema>(title: string, schema: S, description?: string): S;

/** A string out of a closed set. */
export declare function oneOf<const T extends string>(values: readonly T[], options?: {
    description?: string;
    default?: T;
}): TUnsafe<T>;

/** A column of what a workload or a namespace costs. */
export declare type OwnerCostColumn = 'cpu_cost_seconds' | 'memory_cost_seconds' | 'gpu_cost_seconds' | 'storage_cost_seconds' | 'idle_cost_seconds' | 'overhead_cost_seconds' | 'management_cost_seconds';

/**
 * The columns of the ledger whose sum is what a workload or a namespace costs: directly, or with
 * its shares (decisions 26 and 27). Their unit is hourly cost × seconds.
 */
export declare const ownerCostColumns: (basis: Basis, costMode: CostMode) => readonly OwnerCostColumn[];

/** A percentage, 0 to 100 and above where use exceeds its base; two decimals. */
export declare const percent: (description: string) => Type.TNumber;

/** Another resource, by its id and its name. */
export declare const referenceSchema: Type.TObject<{
    id: Type.TString;
    name: Type.TString;
}>;

/** What a row says of requests and use; null is not known. */
export declare interface RequestFigures {
    readonly cpu_requested_cores: string;
    readonly cpu_used_cores: string | null;
    readonly memory_requested_bytes: number;
    readonly memory_used_bytes: number | null;
}

export declare const storageCapacitySchema: Type.TObject<{
    total_bytes: Type.TInteger;
}>;

/** A map of text to text, such as Kubernetes labels. */
export declare const textMap: (description: string) => Type.TUnsafe<Record<string, string>>;

/** An instant: UTC, RFC 3339, whole seconds, `Z` (contract, "Timestamps"). */
export declare const timestamp: (description?: string) => Type.TString;

/**
 * The cost block of a row. Components are those that the basis sums and that were produced. Agents
 * report no network traffic, so `network` is never produced and a figure over `all` is always
 * partial.
 */
export declare function toBillCost(row: CostFigures, { basis, currency }: CostView): BillCost;

/** Cores in use, and in percent of a base; absent where use is not known. */
export declare function toCpuUse(usedCores: string | null, baseCores: string | null): {
    used_cores?: undefined;
    utilization_percent?: undefined;
} | {
    used_cores: number;
    utilization_percent: number | undefined;
};

/** The same of a row that costs directly. */
export declare const toDirectCost: (row: CostFigures, view: DirectCostView) => DirectCost;

/** Use of the GPUs, absent where none reports. */
export declare function toGpuUtilization({ gpu_utilization_percent: percentUsed, gpu_memory_used_bytes: used, gpu_memory_total_bytes: total, }: GpuFigures): Static<typeof gpuUtilizationSchema> | undefined;

/** Bytes in use, and in percent of a base; absent where use is not known. */
export declare const toMemoryUse: (usedBytes: number | null, baseBytes: number | null) => {
    used_bytes?: undefined;
    utilization_percent?: undefined;
} | {
    used_bytes: number;
    utilization_percent: number | undefined;
};

/** Money from the exact decimal text of the database; half a unit rounds away from zero. */
export declare function toMoney(decimal: string, currency: string): Money;

/** Requests and use of what asks for room, use in percent of the requests (decision 21). */
export declare function toRequestUtilization(row: RequestFigures): {
    cpu: Static<typeof cpuRequestUtilizationSchema>;
    memory: Static<typeof memoryRequestUtilizationSchema>;
};

/** An instant as the contract writes it: UTC, RFC 3339, whole seconds, `Z`. */
export declare function toTimestamp(instant: Date): string;

/** A UUID in lower case. */
export declare const uuid: (description?: string) => Type.TString;

export { }
