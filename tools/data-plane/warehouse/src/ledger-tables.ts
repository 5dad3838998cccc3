import { type GeneratedAlways } from 'kysely';
import { type Shares } from './data-plane-tables.ts';
import { type Defaulted, type Int8, type Json, type Timestamp } from './column-types.ts';

// Types of the ledger; migrations/0005-ledger.ts explains its columns.

interface ComputeCosts {
  cpu_cost_seconds: string | null;
  memory_cost_seconds: string | null;
  gpu_cost_seconds: string | null;
  idle_cost_seconds: string | null;
  overhead_cost_seconds: string | null;
}

interface OwnerCosts extends ComputeCosts {
  storage_cost_seconds: string | null;
  management_cost_seconds: string | null;
}

interface Quantities {
  cpu_requested_core_seconds: string;
  memory_requested_byte_seconds: string;
  gpu_requested_seconds: string;
  cpu_used_core_seconds: string | null;
  memory_used_byte_seconds: string | null;
}

interface ChargedQuantities {
  cpu_charged_core_seconds: string;
  memory_charged_byte_seconds: string;
}

interface OfCluster {
  organization_id: string;
  cluster_id: string;
  seconds: string;
}

interface OfHour extends OfCluster {
  hour: Timestamp;
}

interface OfDay extends OfCluster {
  /** `YYYY-MM-DD` */
  day: string;
}

interface ClusterBill extends OwnerCosts {
  unallocated_compute_cost_seconds: string | null;
  unallocated_storage_cost_seconds: string | null;
  unallocated_management_cost_seconds: string | null;
  on_demand_compute_cost_seconds: string | null;
  is_compute_partial: boolean;
  is_storage_partial: boolean;
  /** A multirange of instants, in the text format of PostgreSQL. */
  covered: string;
}

interface NodeBill extends ComputeCosts {
  node_group: string;
  unallocated_cost_seconds: string | null;
  covered: string;
}

export interface OwnerDescriptionsTable {
  organization_id: string;
  id: GeneratedAlways<Int8>;
  cluster_id: string;
  owner_uid: string;
  kind: string;
  namespace: string;
  name: string;
  labels: Json;
  annotations: Defaulted<Json>;
  namespace_labels: Defaulted<Json>;
  namespace_annotations: Defaulted<Json>;
  teams: string[];
  departments: string[];
  digest: string;
  tags: GeneratedAlways<string | null>;
  described_on: Defaulted<string>;
}

export interface LedgerTables {
  owner_descriptions: OwnerDescriptionsTable;
  cluster_hours: OfHour &
    ClusterBill & {
      repriceable_seconds: Defaulted<string>;
      is_compute_unpriceable: Defaulted<boolean>;
      is_storage_unpriceable: Defaulted<boolean>;
    };
  cluster_days: OfDay &
    ClusterBill & {
      name: string;
      provider: string;
      service: string;
      region: string;
      environment: string;
      compute_pricing_sources: string[];
      storage_pricing_sources: string[];
    };
  namespace_hours: OfHour & OwnerCosts & { namespace: string };
  namespace_days: OfDay &
    OwnerCosts &
    Quantities &
    ChargedQuantities & {
      namespace: string;
      description_id: Int8;
      description_ids: Defaulted<string[]>;
    };
  workload_hours: OfHour & OwnerCosts & Quantities & { workload_uid: string; description_id: Int8 };
  workload_days: OfDay &
    OwnerCosts &
    Quantities &
    ChargedQuantities & {
      workload_uid: string;
      description_id: Int8;
      loaded_compute_cost_seconds: GeneratedAlways<string | null>;
    };
  node_hours: OfHour & NodeBill & { node_uid: string };
  node_days: OfDay &
    NodeBill &
    Quantities & {
      node_uid: string;
      name: string;
      instance_type: string;
      availability_zone: string;
      capacity_type: string;
      architecture: string;
    };
  container_days: OfDay &
    ComputeCosts &
    Quantities & { [Share in keyof Shares]?: string | null } & {
      management_cost_seconds: string | null;
      pod_uid: string;
      container_name: string;
      pod_name: string;
      workload_uid: string;
      description_id: Int8;
      /** Null: a node that is in no snapshot. */
      node_uid: string | null;
      /** Revision of the node; 0: unknown. */
      priced_item_id: Defaulted<Int8>;
      loaded_compute_cost_seconds: GeneratedAlways<string | null>;
    };
}
