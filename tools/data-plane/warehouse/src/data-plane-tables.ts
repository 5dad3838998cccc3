import { type ColumnType, type GeneratedAlways } from 'kysely';
import { type Defaulted, type Int8, type Timestamp } from './column-types.ts';

// Types of the tables that only the data plane uses; see migrations/0006-data-plane.ts.

interface OfCluster {
  organization_id: string;
  cluster_id: string;
}

export interface PriceBooksTable {
  /** Null: for all organizations without a book of their own. */
  organization_id: string | null;
  id: GeneratedAlways<string>;
  valid_from: Timestamp;
  superseded_at: Timestamp | null;
  /** Null: from then on, the organization has no book of its own. */
  source: string | null;
  digest: Buffer | null;
  created_at: Defaulted<Timestamp>;
  /** Time at which recorded costs since valid_from were computed with its prices; null: not, or not all. */
  repriced_at: Defaulted<Timestamp | null>;
}

export interface PricedItemsTable extends OfCluster {
  id: GeneratedAlways<Int8>;
  kind: 'node' | 'volume';
  provider: string;
  region: string;
  instance_type: Defaulted<string>;
  is_spot: Defaulted<boolean>;
  operating_system: Defaulted<string>;
  gpu_model: Defaulted<string>;
  cpu_total_cores: Defaulted<string>;
  cpu_allocatable_cores: Defaulted<string>;
  memory_total_bytes: Defaulted<Int8>;
  memory_allocatable_bytes: Defaulted<Int8>;
  gpu_total: Defaulted<number>;
  gpu_allocatable: Defaulted<number>;
  storage_class: Defaulted<string>;
  volume_bytes: Defaulted<string>;
  digest: string;
}

/** Shares of the whole capacity of a node for a resource, × seconds. */
export interface Shares {
  cpu_direct_share_seconds: string;
  cpu_loaded_share_seconds: string;
  memory_direct_share_seconds: string;
  memory_loaded_share_seconds: string;
  gpu_direct_share_seconds: string;
  gpu_loaded_share_seconds: string;
}

export interface QuantityHoursTable extends OfCluster, Shares {
  hour: Timestamp;
  owner_uid: string;
  /** Revision of the owner's description; 0: volumes without a claim. */
  description_id: Defaulted<Int8>;
  priced_item_id: Int8;
  volume_seconds: string;
}

export interface NodeQuantityHoursTable extends OfCluster, Shares {
  hour: Timestamp;
  node_uid: string;
  priced_item_id: Int8;
  seconds: string;
}

/**
 * Usage of the replicas of a workload's container in a minute: uid of the workload, name of the
 * container, CPU in nanocores, memory in bytes, and for each CPU value the limit (0: none).
 */
export type ContainerSamples = [
  workload_uid: string,
  container_name: string,
  cpu_nanocores: number[],
  memory_bytes: number[],
  cpu_limit_nanocores: number[],
];

export interface UsageMinutesTable extends OfCluster {
  minute: Timestamp;
  /** Written by `packSamples`; null once they are applied. */
  samples: Buffer | null;
  /** Peaks of each container in later snapshots of the minute; null: none, or already applied. */
  later_samples: ColumnType<ContainerSamples[] | null, string, null>;
}

/** Statistics of a UTC day in the window, in nanocores or bytes. */
export interface UsageDay {
  /** `YYYY-MM-DD`. */
  day: string;
  /** ISO 8601, like `maximum_at`. */
  first_minute: string;
  /** Minutes with samples, and the number of samples over all replicas. */
  minutes: number;
  samples: number;
  maximum: number;
  /** The first minute with the maximum. */
  maximum_at: string;
}

export interface UsageHistogramsTable extends OfCluster {
  workload_uid: string;
  container_name: string;
  resource: 'cpu' | 'memory';
  reference_at: Timestamp;
  first_bucket: number;
  weights: number[];
  last_sample_at: Timestamp;
  /** JSON text, oldest first. */
  days: ColumnType<UsageDay[], string, string>;
  weighted_sum: number;
  weighted_squares: number;
  /** Weight of samples at or near the CPU limit. */
  throttled_weight: Defaulted<number>;
}

/** Packed ledger rows that are not yet added to the hourly and daily tables. */
export interface PendingIncrementsTable extends OfCluster {
  ends_at: Timestamp;
  begins_at: Timestamp;
  appended_at: Defaulted<Timestamp>;
  increment: Buffer;
}

export interface DataPlaneTables {
  price_books: PriceBooksTable;
  pending_increments: PendingIncrementsTable;
  priced_items: PricedItemsTable;
  quantity_hours: QuantityHoursTable;
  node_quantity_hours: NodeQuantityHoursTable;
  usage_minutes: UsageMinutesTable;
  usage_histograms: UsageHistogramsTable;
}
