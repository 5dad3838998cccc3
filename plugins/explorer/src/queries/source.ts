import { type RawBuilder, sql } from 'kysely';
import { groupings } from '../question/grouping.ts';
import { type Question } from '../question/question.ts';
import { type Window } from '../question/window.ts';
import { type ExplorerScope, inWindow } from './explorer-scope.ts';
import { matchesAny } from './statement-conditions.ts';

/** Which rows of the ledger are added up. */
export interface Source {
  readonly table:
    'cluster_days' | 'namespace_days' | 'workload_days' | 'node_days' | 'container_days';
  /** Containers with their nodes of the day. */
  readonly joinsNodes?: boolean;
}

/** Where the rows of a grouping come from: the smallest table that tells them apart. */
export function sourceOfRows({ groupBy, filters }: Question): Source {
  const { unit } = groupings[groupBy];
  const byWorkload = filters.workload.length > 0;
  const byNode = filters.node.length > 0;
  switch (unit) {
    case 'node':
      return byWorkload ? { table: 'container_days', joinsNodes: byNode } : { table: 'node_days' };
    case 'instance_type':
      return byWorkload ? { table: 'container_days', joinsNodes: true } : { table: 'node_days' };
    case 'owner':
      if (byNode) return { table: 'container_days', joinsNodes: true };
      return { table: groupBy === 'namespace' && !byWorkload ? 'namespace_days' : 'workload_days' };
    default:
      return { table: 'container_days', joinsNodes: byNode };
  }
}

/** Where all that matches is, with and without a row in the grouping: the same for every grouping. */
export function sourceOfAll({ filters }: Question): Source {
  const byNode = filters.node.length > 0;
  if (filters.workload.length > 0) {
    return byNode ? { table: 'container_days', joinsNodes: true } : { table: 'workload_days' };
  }
  return { table: byNode ? 'node_days' : 'cluster_days' };
}

/** What runs on nodes has a share of them, and none of volumes and of the control plane. */
export const isPaidByNode = ({ groupBy, filters }: Question): boolean =>
  filters.node.length > 0 || ['node', 'instance_type'].includes(groupings[groupBy].unit);

/** Whether the rows' source has all that matches, with and without a row. */
export function rowsHaveAll(question: Question): boolean {
  const [rows, all] = [sourceOfRows(question), sourceOfAll(question)];
  return rows.table === all.table && rows.joinsNodes === all.joinsNodes;
}

/** The alias of a source's rows that have the columns of nodes. */
export const nodeAlias = ({ table }: Source) => (table === 'node_days' ? 'fact' : 'node');

/**
 * `from` and `where` of a source over a window, as `fact`. Filters look at clusters, nodes and
 * owners as they were on the day.
 */
export function selectFacts(
  source: Source,
  { filters }: Question,
  scope: ExplorerScope,
  window: Window,
  join: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const conditions = [inWindow(scope, window, 'fact')];
  if (source.joinsNodes) conditions.push(inWindow(scope, window, 'node'));
  if (filters.workload.length > 0) {
    conditions.push(sql`fact.description_id in (
      select owner.id from owner_descriptions as owner
      where owner.organization_id = ${scope.organizationId}
        and ${matchesAny('workload', filters.workload, 'owner')})`);
  }
  if (filters.node.length > 0) {
    conditions.push(matchesAny('node', filters.node, nodeAlias(source)));
  }
  if (filters.cluster.length > 0) {
    conditions.push(sql`(fact.cluster_id, fact.day) in (
      select cluster.cluster_id, cluster.day from cluster_days as cluster
      where ${inWindow(scope, window, 'cluster')}
        and ${matchesAny('cluster', filters.cluster, 'cluster')})`);
  }
  return sql`
    from ${sql.table(source.table)} as fact ${source.joinsNodes ? joinNodes : sql``} ${join}
    where ${sql.join(conditions, sql` and `)}`;
}

const joinNodes = sql`
  join node_days as node
    on node.organization_id = fact.organization_id and node.cluster_id = fact.cluster_id
    and node.day = fact.day and node.node_uid = fact.node_uid`;
