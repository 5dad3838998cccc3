import {
  type Column,
  columns,
  defineTables,
  nullable,
  repeatColumn,
  type RowsOf,
} from '@costplane/plugin-api';
import { billCostColumns, ownerCostColumns } from '@costplane/plugin-api/schema';

const { date, numeric, text, timestamp, uuid } = columns;

/** Time ranges with gaps; only used inside SQL. */
const instants: Column<string> = { postgresType: 'tstzmultirange', nullable: false };

/** The current state, for resources with or without history. */
export const stateTables = defineTables({
  clusters: { organization_id: uuid, id: uuid },
  namespaces: { organization_id: uuid, cluster_id: uuid, name: text, gone_at: nullable(timestamp) },
  workloads: { organization_id: uuid, cluster_id: uuid, uid: uuid, gone_at: nullable(timestamp) },
  nodes: {
    organization_id: uuid,
    cluster_id: uuid,
    node_group: text,
    gone_at: nullable(timestamp),
  },
});

const computeCosts = repeatColumn(nullable(numeric), ...ownerCostColumns('legacy', 'fully_loaded'));
const ownerCosts = repeatColumn(nullable(numeric), ...ownerCostColumns('all', 'fully_loaded'));

const clusterKey = { organization_id: uuid, cluster_id: uuid, seconds: numeric };
const clusterBill = {
  ...clusterKey,
  ...repeatColumn(nullable(numeric), ...billCostColumns('all', 'fully_loaded')),
  covered: instants,
};
const namespaceCosts = { ...clusterKey, ...ownerCosts, namespace: text };
const workloadCosts = { ...clusterKey, ...ownerCosts, workload_uid: uuid };
const nodeBill = {
  ...clusterKey,
  ...computeCosts,
  unallocated_cost_seconds: nullable(numeric),
  node_group: text,
  covered: instants,
};

/** The history: sums by hour, and the same by day. */
export const trendTables = defineTables({
  archived_months: { organization_id: uuid, month: date },
  clusters: { organization_id: uuid, id: uuid },
  owner_descriptions: { organization_id: uuid, cluster_id: uuid, owner_uid: uuid, kind: text },
  cluster_hours: { ...clusterBill, hour: timestamp },
  cluster_days: { ...clusterBill, day: date },
  namespace_hours: { ...namespaceCosts, hour: timestamp },
  namespace_days: { ...namespaceCosts, day: date },
  workload_hours: { ...workloadCosts, hour: timestamp },
  workload_days: { ...workloadCosts, day: date },
  node_hours: { ...nodeBill, hour: timestamp },
  node_days: { ...nodeBill, day: date },
});

export type TrendRows = RowsOf<typeof stateTables & typeof trendTables>;
