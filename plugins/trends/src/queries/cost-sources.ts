import { anyOf } from '@costplane/plugin-api/listing';
import {
  type Basis,
  billCostColumns,
  type CostMode,
  ownerCostColumns,
} from '@costplane/plugin-api/schema';
import { type RawBuilder, sql } from 'kysely';

/** The ledger rows that are summed: a pair of tables, one by hour and one by day, and a filter. */
export interface CostSource {
  readonly organizationId: string;
  readonly tables: { readonly hour: string; readonly day: string };
  /** Selects the rows within the organization. */
  readonly rows: RawBuilder<boolean>;
  /** The columns that add up to the cost. */
  readonly columns: readonly string[];
  /** True if several rows can cover the same time, which then counts once. */
  readonly overlaps: boolean;
}

export interface CostChoice {
  readonly basis: Basis;
  readonly costMode: CostMode;
}

const clusterTables = { hour: 'cluster_hours', day: 'cluster_days' };
const namespaceTables = { hour: 'namespace_hours', day: 'namespace_days' };
const workloadTables = { hour: 'workload_hours', day: 'workload_days' };
const nodeTables = { hour: 'node_hours', day: 'node_days' };

/** The clusters of the organization, or those that the key may read. */
export const organizationCosts = (
  organizationId: string,
  allowedClusters: readonly string[] | null,
  { basis, costMode }: CostChoice,
): CostSource => ({
  organizationId,
  tables: clusterTables,
  // Lists the cluster ids, because the index has organization, cluster and time in this order.
  rows: allowedClusters
    ? sql`cluster_id = ${anyOf(allowedClusters, 'uuid')}`
    : sql`cluster_id = any(array(select id from clusters where organization_id = ${organizationId}))`,
  columns: billCostColumns(basis, costMode),
  overlaps: true,
});

export const clusterCosts = (
  organizationId: string,
  clusterId: string,
  { basis, costMode }: CostChoice,
): CostSource => ({
  organizationId,
  tables: clusterTables,
  rows: sql`cluster_id = ${clusterId}`,
  columns: billCostColumns(basis, costMode),
  overlaps: false,
});

export const namespaceCosts = (
  organizationId: string,
  { cluster_id, namespace }: { readonly cluster_id: string; readonly namespace: string },
  { basis, costMode }: CostChoice,
): CostSource => ({
  organizationId,
  tables: namespaceTables,
  rows: sql`cluster_id = ${cluster_id} and namespace = ${namespace}`,
  columns: ownerCostColumns(basis, costMode),
  overlaps: false,
});

/** Excludes namespaces, which also own costs, but have no `kind`. */
export const workloadCosts = (
  organizationId: string,
  { cluster_id, workload_uid }: { readonly cluster_id: string; readonly workload_uid: string },
  { basis, costMode }: CostChoice,
): CostSource => ({
  organizationId,
  tables: workloadTables,
  rows: sql`cluster_id = ${cluster_id} and workload_uid = ${workload_uid} and exists (
    select 1 from owner_descriptions
    where organization_id = ${organizationId} and cluster_id = ${cluster_id}
      and owner_uid = ${workload_uid} and kind <> '')`,
  columns: ownerCostColumns(basis, costMode),
  overlaps: false,
});

export const nodeGroupCosts = (
  organizationId: string,
  { cluster_id, name }: { readonly cluster_id: string; readonly name: string },
): CostSource => ({
  organizationId,
  tables: nodeTables,
  rows: sql`cluster_id = ${cluster_id} and node_group = ${name}`,
  // Nodes have only compute costs, so their price is the same over both bases.
  columns: [...ownerCostColumns('legacy', 'fully_loaded'), 'unallocated_cost_seconds'],
  overlaps: true,
});
