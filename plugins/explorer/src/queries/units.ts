import { onOneServer } from '@costplane/plugin-api/listing';
import { type RawBuilder, sql } from 'kysely';
import {
  type GroupedLabel,
  type Grouping,
  type KeyName,
  type Owners,
  type UnitName,
} from '../question/grouping.ts';
import { type Question } from '../question/question.ts';
import { computedOnce } from './computed-once.ts';
import { type ExplorerScope, isVisible } from './explorer-scope.ts';
import { type Reading } from './reading.ts';
import {
  factColumn,
  type FactJoin,
  isKnown,
  selectFacts,
  selectLastSeen,
  type Source,
  sourceOfRows,
} from './source.ts';
import { matchesEach } from './statement-conditions.ts';
import { listNames, type SumName, addColumns, buildSums } from './sums.ts';

/**
 * The keys that facts are summed by first, chosen because they are cheap to compare. Names are looked
 * up afterwards, once per unit instead of once per day.
 */
interface Unit {
  /** Columns of the facts and their types, by their alias in the unit. */
  readonly by: Readonly<Record<string, readonly [column: string, type: string]>>;
  /** Whether `description_id` stands for all owners with the same keys. */
  readonly groupsOwners?: boolean;
  /** Further columns of a unit: the aggregate, by the column that it reads. */
  readonly also?: Readonly<Record<string, RawBuilder<unknown>>>;
  readonly describesOwner?: boolean;
  readonly namesNode?: boolean;
}

const clusterId = { cluster_id: ['cluster_id', 'uuid'] } as const;
const podUid = { pod_uid: ['pod_uid', 'uuid'] } as const;
const descriptionId = { description_id: ['description_id', 'bigint'] } as const;
const namespaceName = { owner_namespace: ['namespace', 'text'] } as const;
const ownerGroup = { description_id: ['owner_group', 'bigint'] } as const;

const columnsOfUnits: Readonly<Record<UnitName, Unit['by']>> = {
  owner: descriptionId,
  pod: podUid,
  container: { ...podUid, container_name: ['container_name', 'text'] },
  node: { node_uid: ['node_uid', 'uuid'] },
  instance_type: { instance_type: ['instance_type', 'text'] },
  day: { on_day: ['day', 'date'] },
};

/** The unit that the facts of a source are summed by for a query. */
function chooseUnit(source: Source, { grouping }: Question): Unit {
  const { units } = grouping;
  if (units.every((unit) => unit === 'owner' || unit === 'day')) {
    const { by, ...unit } = chooseOwnerUnit(source, grouping);
    return { by: { ...by, ...(units.includes('day') ? columnsOfUnits.day : {}) }, ...unit };
  }
  const hasUnit = (...names: readonly UnitName[]) => names.some((name) => units.includes(name));
  return {
    by: Object.assign({}, clusterId, ...units.map((unit) => columnsOfUnits[unit])) as Unit['by'],
    also: {
      // A pod never changes its name, but its owner may become known later in the day.
      ...(hasUnit('pod', 'container') ? { pod_name: sql`max(fact.pod_name collate "C")` } : {}),
      ...(hasUnit('pod', 'container') && !hasUnit('owner')
        ? { description_id: sql`max(fact.description_id)` }
        : {}),
    },
    describesOwner: hasUnit('pod', 'container', 'owner'),
    namesNode: hasUnit('node'),
  };
}

function chooseOwnerUnit({ facts }: Source, { keys, labels, units }: Grouping): Unit {
  const ownerKeys = listOwnerKeys(keys.detail);
  if (facts === 'node' || ownerKeys.length === 0) return { by: clusterId };
  if (facts === 'namespace') return { by: { ...clusterId, ...namespaceName } };
  // Reading the labels of all owners in each worker is worth it only by day, which reads every day.
  const isGrouped =
    !ownerKeys.includes('workloadUid') && (labels.length === 0 || units.includes('day'));
  return {
    by: { ...clusterId, ...(isGrouped ? ownerGroup : descriptionId) },
    groupsOwners: isGrouped,
    describesOwner: true,
  };
}

const listOwnerKeys = (keys: readonly string[]) => keys.filter((key) => key !== 'day');

/**
 * Common table expressions of a query: `unit` holds the units with their sums, `named` those that
 * have a row, with its keys as the response names them and `clusterId`, and `matching` those of them
 * that match the search. Only `candidates`, a query of units, are named when they suffice for a page.
 */
export function unitTables(
  question: Question,
  scope: ExplorerScope,
  reading: Reading,
  wanted: readonly SumName[],
  candidates: RawBuilder<unknown> = sql`select * from unit`,
): RawBuilder<unknown> {
  const source = sourceOfRows(question);
  const sums = buildSums(source, question, wanted);
  const unit = chooseUnit(source, question);
  const columns = Object.entries(unit.by).map(
    ([name, [column]]) => [name, `fact.${column}`] as const,
  );
  const produced = listNames(sums);
  const also = Object.entries(unit.also ?? {});
  const read = {
    keys: [...Object.values(unit.by).map(([column]) => column), ...also.map(([column]) => column)],
    amounts: Object.values(sums).flat(),
    ...(unit.groupsOwners ? { joined: joinOwnerGroups(question, scope) } : {}),
  };
  const { owners, keys } = question.grouping;
  const keyColumns = keys[question.viewMode].map(
    (key) => sql`${keyColumn(key, question, unit)} as ${sql.ref(key)}`,
  );
  return sql`
    unit as ${computedOnce} (
      select ${sql.join([
        ...columns.map(([name, column]) => sql`${sql.ref(column)} as ${sql.ref(name)}`),
        ...also.map(([column, value]) => sql`${value} as ${sql.ref(column)}`),
        ...produced.map((name) => sql`${addColumns(sums[name])} as ${sql.ref(name)}`),
      ])}
      ${selectFacts(source, question, scope, reading, read)}
      group by ${sql.join(columns.map(([, column]) => sql.ref(column)))}
    ),
    named as ${computedOnce} (
      select unit.*, unit.cluster_id as ${sql.ref('clusterId')},
        ${sql.join(keyColumns)}
      from (${candidates}) as unit ${joinNames(unit, scope, reading)}
      where ${isAmong(owners, sql`owner.kind`)}
    ),
    matching as not materialized (select * from named ${matchesSearch(question)})`;
}

const unitOfRows = (question: Question) => chooseUnit(sourceOfRows(question), question);

/** Whether rows stand for nodes, whose name is known only if a snapshot lists them. */
export const namesNodes = (question: Question): boolean => unitOfRows(question).namesNode === true;

/** The columns that identify a unit. */
export const unitColumns = (question: Question): readonly string[] =>
  Object.keys(unitOfRows(question).by);

/** Whether every unit is a row, so that rows can be counted before they are named. */
export const isEveryUnitARow = (question: Question): boolean =>
  isRowPerUnit(question) &&
  question.search === undefined &&
  question.grouping.owners.length === 0 &&
  !namesNodes(question);

/** Whether each unit is one row: descriptions of owners that are not grouped may share one. */
export function isRowPerUnit(question: Question): boolean {
  const { by, groupsOwners = false } = unitOfRows(question);
  return question.viewMode === 'detail' && (groupsOwners || !('description_id' in by));
}

/** Units of an earlier statement, from JSON: their columns and the `position` of their row. */
export function selectUnits(question: Question, units: string): RawBuilder<unknown> {
  const columns = Object.entries(unitOfRows(question).by);
  return sql`
    select * from json_to_recordset(${units}::json) as page_units (
      position integer, ${sql.join(columns.map(([name, [, type]]) => sql`${sql.ref(name)} ${sql.raw(type)}`))})`;
}

/** Joins facts with those units, as `page_units`, by hash and in each parallel worker. */
export function joinUnits(question: Question): FactJoin {
  const source = sourceOfRows(question);
  const same = Object.entries(unitOfRows(question).by).map(
    ([name, [column]]) => sql`${sql.ref(`page_units.${name}`)} = ${factColumn(source, column)}`,
  );
  return {
    join: sql`join page_units on ${sql.join(same, sql` and `)}`,
    // Not possible if units are identified by columns of nodes.
    comesFirst: !question.grouping.units.includes('instance_type'),
  };
}

/**
 * Joins facts with their owners and the column `owner_group`, which owners with the same keys share: the
 * description of one of them, because a number is cheaper to compare than names. It is a left join for
 * the reason that `joinNodes` has.
 */
function joinOwnerGroups(question: Question, scope: ExplorerScope): FactJoin {
  const { grouping, filters } = question;
  const keys = listOwnerKeys(grouping.keys.detail);
  const column = (key: string) => keyColumn(key, question, unitOfRows(question));
  const columns = keys.map((key) => sql`${column(key)} as ${sql.ref(key)}`);
  const same = keys.map((key) => sql`${sql.ref(`same.${key}`)} = ${column(key)}`);
  return {
    join: sql`
      ${onOneServer('left', 'inner')} join (
        select owner.cluster_id, owner.id, same.id as owner_group, true as is_known
        from owner_descriptions as owner
        join (
          select owner.cluster_id, min(owner.id) as id, ${sql.join(columns)}
          from owner_descriptions as owner where ${isVisible(scope, 'owner')}
          group by owner.cluster_id, ${sql.join(keys.map((key) => sql.ref(key)))}
        ) as same on same.cluster_id = owner.cluster_id and ${sql.join(same, sql` and `)}
        where ${isVisible(scope, 'owner')} and ${matchesEach('workload', filters.workload, 'owner')}
      ) as owner on owner.cluster_id = fact.cluster_id and owner.id = fact.description_id`,
    condition: isKnown('owner'),
    comesFirst: true,
    filtersWorkloads: true,
  };
}

/** Joins that provide the names of units: their owners, and nodes as last seen. */
function joinNames(unit: Unit, scope: ExplorerScope, reading: Reading): RawBuilder<unknown> {
  const owners = joinOwners(scope, 'unit');
  const nodes = sql`
    join (
      ${selectLastSeen('node', ['cluster_id', 'node_uid'], ['name', 'instance_type'], scope, reading)}
    ) as node on node.cluster_id = unit.cluster_id and node.node_uid = unit.node_uid`;
  return sql`${unit.describesOwner ? owners : sql``} ${unit.namesNode ? nodes : sql``}`;
}

/** Joins units or facts with the descriptions of their owners. */
export const joinOwners = (scope: ExplorerScope, table: string) => sql`
  join owner_descriptions as owner
    on ${isVisible(scope, 'owner')}
      and owner.cluster_id = ${sql.ref(`${table}.cluster_id`)}
      and owner.id = ${sql.ref(`${table}.description_id`)}`;

/**
 * The value of a row's key. It is empty instead of null where there is none, so that rows and units
 * can be joined by it. The kind, namespace and name of a Kubernetes uid never change. Cost that a
 * namespace owns itself has no workload.
 */
function keyColumn(
  key: string,
  { grouping, inheritsLabels }: Question,
  unit: Unit,
): RawBuilder<unknown> {
  const label = grouping.labels.find(({ column }) => column === key);
  if (label) return labelColumn(label, inheritsLabels);
  const keys: Readonly<Record<KeyName, RawBuilder<unknown>>> = {
    workloadName: sql`case when owner.kind <> '' then owner.name else '' end`,
    workloadUid: sql`owner.owner_uid`,
    workloadKind: sql`owner.kind`,
    namespace: sql.ref(unit.describesOwner ? 'owner.namespace' : 'unit.owner_namespace'),
    podName: sql`unit.pod_name`,
    podUid: sql`unit.pod_uid`,
    containerName: sql`unit.container_name`,
    nodeName: sql`node.name`,
    nodeUid: sql`unit.node_uid`,
    instanceType: 'instance_type' in unit.by ? sql`unit.instance_type` : sql`node.instance_type`,
    team: sql`owner.teams`,
    department: sql`owner.departments`,
    day: sql`unit.on_day::text`,
  };
  return keys[key as KeyName];
}

/** The value of a label after `=`, so that an empty value differs from a missing label. */
function labelColumn({ field, key }: GroupedLabel, inherits: boolean): RawBuilder<unknown> {
  const own = sql`${sql.ref(`owner.${field}`)} ->> ${key}::text`;
  const value = inherits
    ? sql`coalesce(${own}, ${sql.ref(`owner.namespace_${field}`)} ->> ${key}::text)`
    : own;
  return sql`coalesce('=' || (${value}), '')`;
}

const keysThatMayLack = ['workloadName', 'workloadKind'];
/** Lists of names: `a, b` may be one name or two. */
export const keysOfLists = ['team', 'department'];

/** A key as returned to the client: null where there is none. */
export function shownKey(key: string): RawBuilder<unknown> {
  if (keysOfLists.includes(key)) return sql`nullif(array_to_string(${sql.ref(key)}, ', '), '')`;
  const shown = sql`nullif(${sql.ref(key)}, '')`;
  if (key.startsWith('label')) return sql`substr(${shown}, 2)`;
  return keysThatMayLack.includes(key) ? shown : sql.ref(key);
}

/** Whether a grouping has rows for owners of this kind. */
export const isAmong = (
  owners: readonly Owners[],
  kind: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql.join(
    [
      sql`true`,
      ...owners.map((each) => (each === 'workloads' ? sql`${kind} <> ''` : sql`${kind} = ${each}`)),
    ],
    sql` and `,
  );

/** Restricts rows to those with a name that contains the search text, ignoring case. */
const matchesSearch = ({ grouping, search }: Question): RawBuilder<unknown> =>
  search === undefined
    ? sql``
    : sql`where ${sql.join(
        grouping.names.map((name) => sql`strpos(lower(${shownKey(name)}), lower(${search})) > 0`),
        sql` or `,
      )}`;
