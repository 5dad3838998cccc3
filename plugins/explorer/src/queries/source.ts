import { type RawBuilder, sql } from 'kysely';
import { groupings } from '../question/grouping.ts';
import { type Question } from '../question/question.ts';
import { type Window } from '../question/window.ts';
import { type ExplorerScope, inWindow } from './explorer-scope.ts';
import { matchesEach } from './statement-conditions.ts';

/** Which rows of the ledger are added up. */
export interface Source {
  readonly table:
    'cluster_days' | 'namespace_days' | 'workload_days' | 'node_days' | 'container_days';
  /** Containers with their nodes of the day. */
  readonly joinsNodes?: boolean;
  /** Containers have their share of nodes, and none of the control plane. */
  readonly isPaidByNode?: boolean;
}

const containers = (joinsNodes: boolean, isPaidByNode: boolean): Source => ({
  table: 'container_days',
  joinsNodes,
  isPaidByNode,
});

/** Where the rows of a grouping come from: the smallest table that tells them apart. */
export function sourceOfRows({ groupBy, filters }: Question): Source {
  const { unit } = groupings[groupBy];
  const byWorkload = filters.workload.length > 0;
  const byPod = filters.pod.length > 0;
  const byNode = filters.node.length > 0;
  switch (unit) {
    case 'node':
      return byWorkload || byPod ? containers(byNode, true) : { table: 'node_days' };
    case 'instance_type':
      return byWorkload || byPod ? containers(true, true) : { table: 'node_days' };
    case 'owner':
      if (byPod || byNode) return containers(byNode, byNode);
      return { table: groupBy === 'namespace' && !byWorkload ? 'namespace_days' : 'workload_days' };
    default:
      return containers(byNode, byNode);
  }
}

/** Where all that matches is, with and without a row in the grouping: the same for every grouping. */
export function sourceOfAll({ filters }: Question): Source {
  const byNode = filters.node.length > 0;
  if (filters.pod.length > 0) return containers(byNode, byNode);
  if (filters.workload.length > 0) {
    return byNode ? containers(true, true) : { table: 'workload_days' };
  }
  return { table: byNode ? 'node_days' : 'cluster_days' };
}

/** Whether the rows' source has all that matches, with and without a row. */
export function rowsHaveAll(question: Question): boolean {
  const [rows, all] = [sourceOfRows(question), sourceOfAll(question)];
  return (
    rows.table === all.table &&
    rows.joinsNodes === all.joinsNodes &&
    rows.isPaidByNode === all.isPaidByNode
  );
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
        and ${matchesEach('workload', filters.workload, 'owner')})`);
  }
  if (filters.pod.length > 0) conditions.push(matchesEach('pod', filters.pod, 'fact'));
  if (filters.node.length > 0) {
    conditions.push(matchesEach('node', filters.node, nodeAlias(source)));
  }
  if (filters.cluster.length > 0) {
    conditions.push(sql`(fact.cluster_id, fact.day) in (
      select cluster.cluster_id, cluster.day from cluster_days as cluster
      where ${inWindow(scope, window, 'cluster')}
        and ${matchesEach('cluster', filters.cluster, 'cluster')})`);
  }
  return sql`
    from ${sql.table(source.table)} as fact ${source.joinsNodes ? joinNodes : sql``} ${join}
    where ${sql.join(conditions, sql` and `)}`;
}

const joinNodes = sql`
  join node_days as node
    on node.organization_id = fact.organization_id and node.cluster_id = fact.cluster_id
    and node.day = fact.day and node.node_uid = fact.node_uid`;
