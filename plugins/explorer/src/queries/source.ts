import { onOneServer } from '@costplane/plugin-api/listing';
import { type RawBuilder, sql } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import { type Question } from '../question/question.ts';
import { type ExplorerScope, isVisible } from './explorer-scope.ts';
import { isRead, type Level, levelKeys, levels, type Reading } from './reading.ts';
import { matchesEach } from './statement-conditions.ts';

/** The tables of the ledger that are summed, and how. */
export interface Source {
  readonly facts: 'cluster' | 'namespace' | 'workload' | 'node' | 'container';
  /** Joins containers with their nodes as of the day. */
  readonly joinsNodes?: boolean;
  /** Containers carry their share of nodes only, not of the control plane. */
  readonly isPaidByNode?: boolean;
  /** Nodes carry the cost of what runs on them, as the sum of their containers, without unallocated cost. */
  readonly isAllocated?: boolean;
}

const containers = (joinsNodes: boolean, isPaidByNode: boolean): Source => ({
  facts: 'container',
  joinsNodes,
  isPaidByNode,
});

/** Everything that runs on nodes, without distinguishing it. */
export const allocatedNodes: Source = { facts: 'node', isAllocated: true };

/** The source of a query's rows: the smallest table that distinguishes them. */
export function sourceOfRows({ grouping: { units, keys }, filters }: Question): Source {
  const byWorkload = filters.workload.length > 0;
  const byPod = filters.pod.length > 0;
  const byNode = filters.node.length > 0;
  const hasPods = units.includes('pod') || units.includes('container');
  const hasTypes = units.includes('instance_type');
  if (hasTypes || units.includes('node')) {
    const needsContainers = hasPods || units.includes('owner') || byWorkload || byPod;
    return needsContainers ? containers(hasTypes || byNode, true) : { facts: 'node' };
  }
  const isByDayOnly = units.every((unit) => unit === 'day');
  if (isByDayOnly && byNode && !byWorkload && !byPod) return allocatedNodes;
  if (hasPods || byPod || byNode) return containers(byNode, byNode);
  const isByNamespace = keys.detail.every((key) => ['namespace', 'day'].includes(key));
  return { facts: isByNamespace && !byWorkload ? 'namespace' : 'workload' };
}

/** The source of everything that matches the filters, with or without a row: the same for every grouping. */
export function sourceOfAll({ filters }: Question): Source {
  const byNode = filters.node.length > 0;
  if (filters.pod.length > 0) return containers(byNode, byNode);
  if (filters.workload.length > 0) {
    return byNode ? containers(true, true) : { facts: 'workload' };
  }
  return { facts: byNode ? 'node' : 'cluster' };
}

/** Whether the source of the rows also holds everything that matches. */
export const rowsHaveAll = (question: Question): boolean =>
  isDeepStrictEqual(sourceOfRows(question), sourceOfAll(question));

/** The columns that are read from facts. */
export interface FactColumns {
  readonly keys: readonly string[];
  /** Columns that are summed per combination of keys. */
  readonly amounts: readonly string[];
  readonly joined?: FactJoin;
}

/** A join of facts. */
export interface FactJoin {
  readonly join: RawBuilder<unknown>;
  readonly condition?: RawBuilder<boolean>;
  /** Joins before nodes do, because it leaves few facts. */
  readonly comesFirst?: boolean;
  /** Applies the workload filters, so that facts need not. */
  readonly filtersWorkloads?: boolean;
}

/** Tables that facts are joined with, by the column that is read from them. */
const tablesOfColumns = { owner_group: 'owner', position: 'page_units' };
/** Containers take this column from their nodes. */
const nodeColumns = { instance_type: 'node' };

/** Reference to a column of a source. */
export function factColumn({ joinsNodes }: Source, column: string): RawBuilder<unknown> {
  const tables: Readonly<Partial<Record<string, string>>> = {
    ...tablesOfColumns,
    ...(joinsNodes ? nodeColumns : {}),
  };
  return sql.ref(`${tables[column] ?? 'fact'}.${column}`);
}

/**
 * A `from` clause with these columns of a source, aliased `fact`. Filters apply to clusters, nodes and
 * owners as they were on each day.
 */
export function selectFacts(
  source: Source,
  question: Question,
  scope: ExplorerScope,
  reading: Reading,
  { joined, ...columns }: FactColumns,
): RawBuilder<unknown> {
  const read = levels(reading);
  const refs = (names: readonly string[]) =>
    [...new Set(names)].map((name) => factColumn(source, name));
  const keys = refs(columns.keys);
  const amounts = refs(columns.amounts);
  const names = [...new Set(columns.amounts)].map((name) => sql.ref(name));
  // Days and periods are summed separately, so that parallel workers return sums instead of facts. Sums
  // by pod would be almost as many.
  const areSums = read.length > 1 && amounts.length > 0 && !columns.keys.includes('pod_uid');
  const sums = amounts.map((amount, nth) => sql`sum(${amount}) as ${names[nth]}`);
  const group = keys.length > 0 ? sql`group by ${sql.join(keys)}` : sql`having count(*) > 0`;
  const parts = read.map(
    (level) => sql`
      select ${sql.join([...keys, ...(areSums ? sums : amounts)])}
      ${selectLevel(level, source, question, scope, reading, joined)} ${areSums ? group : sql``}`,
  );
  return sql`from (${sql.join(parts, sql` union all `)}) as fact`;
}

function selectLevel(
  level: Level,
  source: Source,
  { filters }: Question,
  scope: ExplorerScope,
  reading: Reading,
  joined: FactJoin | undefined,
): RawBuilder<unknown> {
  const read = (alias: string) => isRead(level, scope, reading, alias);
  const factConditions = [read('fact'), matchesEach('pod', filters.pod, 'fact')];
  if (filters.workload.length > 0 && joined?.filtersWorkloads !== true) {
    factConditions.push(sql`(fact.cluster_id, fact.description_id) in (
      select owner.cluster_id, owner.id from owner_descriptions as owner
      where ${isVisible(scope, 'owner')}
        and ${matchesEach('workload', filters.workload, 'owner')})`);
  }
  // Filtering nodes is cheaper than filtering what runs on them.
  const filtered = source.joinsNodes ? 'node' : 'fact';
  const nodeConditions = [read('node')];
  const conditions = source.joinsNodes ? nodeConditions : factConditions;
  conditions.push(matchesEach('node', filters.node, filtered));
  if (filters.cluster.length > 0) {
    const keys = (alias: string) =>
      sql.join(levelKeys[level].map((key) => sql.ref(`${alias}.${key}`)));
    conditions.push(sql`(${keys(filtered)}) in (
      select ${keys('cluster')} from ${sql.table(`cluster_${level}`)} as cluster
      where ${read('cluster')} and ${matchesEach('cluster', filters.cluster, 'cluster')})`);
  }
  const nodes = source.joinsNodes ? [joinNodes(level, nodeConditions)] : [];
  if (source.joinsNodes) factConditions.push(isKnown('node'));
  if (joined?.condition) factConditions.push(joined.condition);
  const others = joined ? [joined.join] : [];
  const joins = joined?.comesFirst ? [...others, ...nodes] : [...nodes, ...others];
  return sql`
    from ${sql.table(`${source.facts}_${level}`)} as fact
    ${sql.join([...joins, sql``], sql` `)}
    where ${sql.join(factConditions, sql` and `)}`;
}

/**
 * Joins facts with their nodes. A left join with the condition `isKnown` makes the planner expect as
 * many rows as there are facts. For an inner join it assumes that cluster, day and node are independent,
 * expects a hundredth of the rows, and then hashes the facts instead of the nodes. Citus rejects such an
 * outer join before PostgreSQL 17, so that there it is an inner join.
 */
function joinNodes(level: Level, conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const keys = [
    'organization_id',
    ...levelKeys[level],
    'node_uid',
    ...(level === 'periods' ? ['node_revision'] : []),
  ];
  const same = keys.map((key) => sql`${sql.ref(`node.${key}`)} = ${sql.ref(`fact.${key}`)}`);
  return sql`
    ${onOneServer('left', 'inner')} join (
      select *, true as is_known from ${sql.table(`node_${level}`)} as node where ${sql.join(conditions, sql` and `)}
    ) as node on ${sql.join(same, sql` and `)}`;
}

/** Condition: a left join whose rows have `true as is_known` has found one. */
export const isKnown = (table: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${sql.ref(`${table}.is_known`)}, false)`;

/** Names of clusters or nodes, as last seen within a reading. */
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
