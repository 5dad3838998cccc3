import { type RawBuilder, sql } from 'kysely';
import { type Question } from '../question/question.ts';
import { type ExplorerScope, isVisible } from './explorer-scope.ts';
import { isRead, type Level, levelKeys, levels, type Reading } from './reading.ts';
import { matchesEach } from './statement-conditions.ts';

/** Which rows of the ledger are added up: of these tables of days and of periods. */
export interface Source {
  readonly facts: 'cluster' | 'namespace' | 'workload' | 'node' | 'container';
  /** Containers with their nodes of the day. */
  readonly joinsNodes?: boolean;
  /** Containers have their share of nodes, and none of the control plane. */
  readonly isPaidByNode?: boolean;
}

const containers = (joinsNodes: boolean, isPaidByNode: boolean): Source => ({
  facts: 'container',
  joinsNodes,
  isPaidByNode,
});

/** Where the rows of a grouping come from: the smallest table that tells them apart. */
export function sourceOfRows({ grouping: { units, keys }, filters }: Question): Source {
  const byWorkload = filters.workload.length > 0;
  const byPod = filters.pod.length > 0;
  const byNode = filters.node.length > 0;
  const ofPods = units.includes('pod') || units.includes('container');
  const ofTypes = units.includes('instance_type');
  if (ofTypes || units.includes('node')) {
    const ofWhatRuns = ofPods || units.includes('owner') || byWorkload || byPod;
    return ofWhatRuns ? containers(ofTypes || byNode, true) : { facts: 'node' };
  }
  if (ofPods || byPod || byNode) return containers(byNode, byNode);
  const ofNamespaces = keys.detail.every((key) => ['namespace', 'day'].includes(key));
  return { facts: ofNamespaces && !byWorkload ? 'namespace' : 'workload' };
}

/** Where all that matches is, with and without a row in the grouping: the same for every grouping. */
export function sourceOfAll({ filters }: Question): Source {
  const byNode = filters.node.length > 0;
  if (filters.pod.length > 0) return containers(byNode, byNode);
  if (filters.workload.length > 0) {
    return byNode ? containers(true, true) : { facts: 'workload' };
  }
  return { facts: byNode ? 'node' : 'cluster' };
}

/** Whether the rows' source has all that matches, with and without a row. */
export function rowsHaveAll(question: Question): boolean {
  const [rows, all] = [sourceOfRows(question), sourceOfAll(question)];
  return (
    rows.facts === all.facts &&
    rows.joinsNodes === all.joinsNodes &&
    rows.isPaidByNode === all.isPaidByNode
  );
}

/** Columns of nodes that are read with their containers. */
const nodeColumns = ['instance_type'];

/**
 * `from` of these columns of a source, as `fact`. Filters look at clusters, nodes and owners as they
 * were on the day.
 */
export function selectFacts(
  source: Source,
  question: Question,
  scope: ExplorerScope,
  reading: Reading,
  columns: readonly string[],
): RawBuilder<unknown> {
  const parts = levels(reading).map(
    (level) => sql`
      select ${sql.join(
        [...new Set(columns)].map((column) => {
          const isOfNode = source.joinsNodes && nodeColumns.includes(column);
          return sql.ref(`${isOfNode ? 'node' : 'fact'}.${column}`);
        }),
      )}
      ${selectLevel(level, source, question, scope, reading)}`,
  );
  return sql`from (${sql.join(parts, sql` union all `)}) as fact`;
}

function selectLevel(
  level: Level,
  source: Source,
  { filters }: Question,
  scope: ExplorerScope,
  reading: Reading,
): RawBuilder<unknown> {
  const read = (alias: string) => isRead(level, scope, reading, alias);
  const conditions = [read('fact')];
  if (source.joinsNodes) conditions.push(read('node'));
  if (filters.workload.length > 0) {
    conditions.push(sql`(fact.cluster_id, fact.description_id) in (
      select owner.cluster_id, owner.id from owner_descriptions as owner
      where ${isVisible(scope, 'owner')}
        and ${matchesEach('workload', filters.workload, 'owner')})`);
  }
  if (filters.pod.length > 0) conditions.push(matchesEach('pod', filters.pod, 'fact'));
  if (filters.node.length > 0) {
    conditions.push(matchesEach('node', filters.node, source.joinsNodes ? 'node' : 'fact'));
  }
  if (filters.cluster.length > 0) {
    const keys = (alias: string) =>
      sql.join(levelKeys[level].map((key) => sql.ref(`${alias}.${key}`)));
    conditions.push(sql`(${keys('fact')}) in (
      select ${keys('cluster')} from ${sql.table(`cluster_${level}`)} as cluster
      where ${read('cluster')} and ${matchesEach('cluster', filters.cluster, 'cluster')})`);
  }
  return sql`
    from ${sql.table(`${source.facts}_${level}`)} as fact
    ${source.joinsNodes ? joinNodes(level) : sql``}
    where ${sql.join(conditions, sql` and `)}`;
}

function joinNodes(level: Level): RawBuilder<unknown> {
  const keys = [
    'organization_id',
    ...levelKeys[level],
    'node_uid',
    ...(level === 'periods' ? ['node_revision'] : []),
  ];
  const same = keys.map((key) => sql`${sql.ref(`node.${key}`)} = ${sql.ref(`fact.${key}`)}`);
  return sql`join ${sql.table(`node_${level}`)} as node on ${sql.join(same, sql` and `)}`;
}

/** What clusters or nodes were called when they were last seen within a reading. */
export function selectLastSeen(
  facts: 'cluster' | 'node',
  keys: readonly string[],
  names: readonly string[],
  scope: ExplorerScope,
  reading: Reading,
): RawBuilder<unknown> {
  const refs = (alias: string, columns: readonly string[]) =>
    sql.join(columns.map((column) => sql.ref(`${alias}.${column}`)));
  const parts = levels(reading).map(
    (level) => sql`
      select ${refs('part', [...keys, ...names])}, ${level === 'days' ? sql`part.day` : sql`part.seen_on`}
        as seen_on
      from ${sql.table(`${facts}_${level}`)} as part where ${isRead(level, scope, reading, 'part')}`,
  );
  return sql`
    select distinct on (${refs('seen', keys)}) ${refs('seen', [...keys, ...names])}
    from (${sql.join(parts, sql` union all `)}) as seen
    order by ${refs('seen', keys)}, seen.seen_on desc`;
}
