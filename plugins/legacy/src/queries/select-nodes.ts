import { type RawBuilder, sql } from 'kysely';
import { inScope, type Scope } from '../scope.ts';
import { shown, shownMonthly } from './money.ts';
import { type Part } from './select-namespaces.ts';

export interface NodeRow {
  readonly uid: string;
  readonly cluster_id: string;
  readonly cluster_name: string;
  readonly name: string;
  readonly instance_type: string;
  readonly node_group: string;
  readonly availability_zone: string;
  readonly is_ready: boolean;
  readonly is_schedulable: boolean;
  readonly is_spot: boolean;
  readonly cpu_total_cores: string;
  readonly cpu_allocatable_cores: string;
  readonly memory_total_bytes: number;
  readonly memory_allocatable_bytes: number;
  readonly pods_allocatable: number;
  readonly pods: number;
  readonly cpu_used_cores: string | null;
  readonly memory_used_bytes: number | null;
  readonly last_seen_at: string;
  readonly hourly_cost: string | null;
  readonly monthly_cost: string | null;
}

/** One page of nodes, highest hourly cost first, ties by uid, then by cluster. */
export const selectNodes = (
  scope: Scope,
  group: string | undefined,
  { limit, offset }: Part,
): RawBuilder<NodeRow> => sql<NodeRow>`
  ${nodesWhere(scope, group)} ${inOrder} limit ${limit} offset ${offset}`;

/** All nodes of a group. */
export const selectMembers = (scope: Scope, group: string): RawBuilder<NodeRow> =>
  sql<NodeRow>`${nodesWhere(scope, group)} ${inOrder}`;

/** One node, by its uid in the cluster of the scope. */
export const selectNode = (scope: Scope, uid: string): RawBuilder<NodeRow> =>
  sql<NodeRow>`${nodesWhere(scope, undefined)} and node.uid = ${uid}::uuid`;

export const countNodes = (
  scope: Scope,
  group: string | undefined,
): RawBuilder<{ readonly total: number }> => sql<{ total: number }>`
  select count(*) as total from nodes as node where ${isThere(scope, group)}`;

const nodesWhere = (scope: Scope, group: string | undefined) => sql`
  select node.uid, node.cluster_id, cluster.name as cluster_name, node.name, node.instance_type,
    node.node_group, node.availability_zone, node.is_ready, node.is_schedulable, node.is_spot,
    node.cpu_total_cores, node.cpu_allocatable_cores,
    node.memory_total_bytes, node.memory_allocatable_bytes, node.pods_allocatable, node.pods,
    node.cpu_used_cores, node.memory_used_bytes, node.last_seen_at,
    ${shown(sql`node.run_rate_legacy_hourly`)} as hourly_cost,
    ${shownMonthly(sql`node.run_rate_legacy_hourly`)} as monthly_cost
  from nodes as node
  join clusters as cluster
    on cluster.organization_id = node.organization_id and cluster.id = node.cluster_id
  where ${isThere(scope, group)}`;

const inOrder = sql`order by node.run_rate_legacy_rank, node.uid, node.cluster_id`;

const isThere = (scope: Scope, group: string | undefined) => sql`
  ${inScope(scope, 'node')} and node.gone_at is null
  ${group === undefined ? sql`` : sql`and node.node_group = ${group}`}`;
