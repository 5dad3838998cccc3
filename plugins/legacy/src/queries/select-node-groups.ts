import { type RawBuilder, sql } from 'kysely';
import { type UseFigures } from '../resources/efficiency.ts';
import { inScope, type Scope } from '../scope.ts';
import { shown } from './money.ts';
import { totalBytes } from './total-bytes.ts';
import { type Part } from './select-namespaces.ts';

/** A node group; the base is the allocatable capacity of the members that report usage. */
export interface NodeGroupRow extends UseFigures {
  readonly name: string;
  readonly cluster_id: string;
  readonly cluster_name: string;
  readonly nodes: number;
  readonly spot_nodes: number;
  readonly instance_type: string;
  readonly cpu_total_cores: string;
  readonly memory_total_bytes: string;
  readonly hourly_cost: string | null;
}

/** One page of node groups, highest hourly cost first, ties by cluster and name. */
export const selectNodeGroups = (
  scope: Scope,
  { limit, offset }: Part,
): RawBuilder<NodeGroupRow> => sql<NodeGroupRow>`
  ${selectGroups(scope, sql`node.node_group <> ''`)} limit ${limit} offset ${offset}`;

/** One node group, by its name in the cluster of the scope. */
export const selectNodeGroup = (scope: Scope, name: string): RawBuilder<NodeGroupRow> =>
  sql<NodeGroupRow>`${selectGroups(scope, sql`node.node_group = ${name}`)}`;

export const countNodeGroups = (scope: Scope): RawBuilder<{ readonly total: number }> => sql<{
  total: number;
}>`
  select count(distinct (node.cluster_id, node.node_group)) as total
  from nodes as node
  where ${inScope(scope, 'node')} and node.gone_at is null and node.node_group <> ''`;

const selectGroups = (scope: Scope, which: RawBuilder<unknown>) => sql`
  select node.node_group as name, node.cluster_id, min(cluster.name) as cluster_name,
    count(*) as nodes,
    count(*) filter (where node.is_spot) as spot_nodes,
    mode() within group (order by node.instance_type collate "C") as instance_type,
    sum(node.cpu_total_cores) as cpu_total_cores,
    sum(node.memory_total_bytes)::numeric as memory_total_bytes,
    sum(node.cpu_used_cores) as cpu_used_cores,
    sum(node.cpu_allocatable_cores) filter (where node.cpu_used_cores is not null)
      as cpu_base_cores,
    ${totalBytes(sql`sum(node.memory_used_bytes)`)} as memory_used_bytes,
    ${totalBytes(sql`sum(node.memory_allocatable_bytes)
      filter (where node.memory_used_bytes is not null)`)} as memory_base_bytes,
    ${shown(sql`sum(node.run_rate_legacy_hourly)`)} as hourly_cost
  from nodes as node
  join clusters as cluster
    on cluster.organization_id = node.organization_id and cluster.id = node.cluster_id
  where ${inScope(scope, 'node')} and node.gone_at is null and ${which}
  group by node.cluster_id, node.node_group
  order by round(sum(node.run_rate_legacy_hourly), 4) desc nulls last, node.cluster_id,
    node.node_group collate "C"`;
