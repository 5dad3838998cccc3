import { computedOnce } from '@costplane/plugin-api/listing';
import { type RawBuilder, sql } from 'kysely';
import {
  type GroupedLabel,
  type Grouping,
  type KeyName,
  type Owners,
  type UnitName,
} from '../question/grouping.ts';
import { type Question } from '../question/question.ts';
import { type ExplorerScope, isVisible } from './explorer-scope.ts';
import { type Reading } from './reading.ts';
import {
  factColumn,
  type FactJoin,
  selectFacts,
  selectLastSeen,
  type Source,
  sourceOfRows,
} from './source.ts';
import { matchesEach } from './statement-conditions.ts';
import { listNames, type SumName, addColumns, buildSums } from './sums.ts';

/**
 * What facts are first added up by: keys that are cheap to compare. Names follow from them, once
 * per unit and not once per day.
 */
interface Unit {
  /** Columns of facts and their types, by their names in the unit. */
  readonly by: Readonly<Record<string, readonly [column: string, type: string]>>;
  /** Columns of the owners of facts, of which there are few values. */
  readonly byOwners?: readonly string[];
  /** What else is read of the facts of a unit, by the columns that it is of. */
  readonly also?: Readonly<Record<string, RawBuilder<unknown>>>;
  readonly describesOwner?: boolean;
  readonly namesNode?: boolean;
}

const clusterId = { cluster_id: ['cluster_id', 'uuid'] } as const;
const podUid = { pod_uid: ['pod_uid', 'uuid'] } as const;
const descriptionId = { description_id: ['description_id', 'bigint'] } as const;

const columnsOfUnits: Readonly<Record<UnitName, Unit['by']>> = {
  owner: descriptionId,
  pod: podUid,
  container: { ...podUid, container_name: ['container_name', 'text'] },
  node: { node_uid: ['node_uid', 'uuid'] },
  instance_type: { instance_type: ['instance_type', 'text'] },
  day: { on_day: ['day', 'date'] },
};

/** The units of a source for a grouping. */
function chooseUnit(source: Source, { grouping }: Question): Unit {
  const { units } = grouping;
  if (units.every((unit) => unit === 'owner' || unit === 'day')) {
    const { by, ...unit } = chooseOwnerUnit(source, grouping);
    return { by: { ...by, ...(units.includes('day') ? columnsOfUnits.day : {}) }, ...unit };
  }
  const isOf = (...names: readonly UnitName[]) => names.some((name) => units.includes(name));
  return {
    by: Object.assign({}, clusterId, ...units.map((unit) => columnsOfUnits[unit])) as Unit['by'],
    also: {
      // The owner of a pod may become known in the course of the day; its name it keeps.
      ...(isOf('pod', 'container') ? { pod_name: sql`max(fact.pod_name collate "C")` } : {}),
      ...(isOf('pod', 'container') && !isOf('owner')
        ? { description_id: sql`max(fact.description_id)` }
        : {}),
    },
    describesOwner: isOf('pod', 'container', 'owner'),
    namesNode: isOf('node'),
  };
}

/** What has few values among owners, by the key that it is of. */
const columnsOfOwners: Readonly<Partial<Record<string, string>>> = {
  namespace: 'namespace',
  workloadKind: 'kind',
  team: 'teams',
  department: 'departments',
};

function chooseOwnerUnit({ facts }: Source, { keys }: Grouping): Unit {
  if (facts === 'node') return { by: clusterId };
  const ofOwners = keys.detail.filter((key) => key !== 'day');
  if (facts === 'namespace') {
    const byName = { owner_namespace: ['namespace', 'text'] } as const;
    return { by: { ...clusterId, ...(ofOwners.includes('namespace') ? byName : {}) } };
  }
  const byOwners = ofOwners.flatMap((key) => columnsOfOwners[key] ?? []);
  return byOwners.length === ofOwners.length
    ? { by: clusterId, byOwners }
    : { by: { ...clusterId, ...descriptionId }, describesOwner: true };
}

/**
 * The units of a question over a reading, with their sums, as `unit`; and those that have a row,
 * with its keys under the names of the answer and `clusterId`, as `named`: common table expressions.
 * `matching` are those of them that the search leaves. Names are given to `candidates` alone, a
 * query of units, where these are enough for a page.
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
  const { byOwners = [] } = unit;
  const columns = [
    ...Object.entries(unit.by).map(([name, [column]]) => [name, `fact.${column}`] as const),
    ...byOwners.map((column) => [`owner_${column}`, `fact.owner_${column}`] as const),
  ];
  const produced = listNames(sums);
  const also = Object.entries(unit.also ?? {});
  const read = {
    keys: [...Object.values(unit.by).map(([column]) => column), ...also.map(([column]) => column)],
    amounts: Object.values(sums).flat(),
    ...(byOwners.length > 0 ? { joined: joinByOwners(question, scope, byOwners) } : {}),
  };
  const { labels, owners, keys } = question.grouping;
  const keyColumns = keys[question.viewMode].map((key) => {
    const label = labels.find(({ column }) => column === key);
    const column = label
      ? labelColumn(label, question.inheritsLabels)
      : keyColumn(key as KeyName, unit);
    return sql`${column} as ${sql.ref(key)}`;
  });
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
      where ${isAmong(owners, ownerColumn(unit, 'kind'))}
    ),
    matching as not materialized (select * from named ${namedLike(question)})`;
}

const unitOfRows = (question: Question) => chooseUnit(sourceOfRows(question), question);

/** Whether rows are of nodes, which have a name only where a snapshot lists them. */
export const namesNodes = (question: Question): boolean => unitOfRows(question).namesNode === true;

/** The columns that a unit is told apart by. */
export const unitColumns = (question: Question): readonly string[] =>
  Object.keys(unitOfRows(question).by);

/** Whether every unit is a row, before any has a name. */
export const isEveryUnitARow = (question: Question): boolean =>
  isRowPerUnit(question) &&
  question.search === undefined &&
  question.grouping.owners.length === 0 &&
  !namesNodes(question);

/** Whether each unit is a row of its own: an owner may have several descriptions, lists one text. */
export const isRowPerUnit = (question: Question): boolean =>
  question.viewMode === 'detail' &&
  !unitColumns(question).includes('description_id') &&
  !question.grouping.keys.detail.some((key) => key === 'team' || key === 'department');

/** Units that were read before: their columns and the `position` of their row, from JSON. */
export function selectUnits(question: Question, units: string): RawBuilder<unknown> {
  const columns = Object.entries(unitOfRows(question).by);
  return sql`
    select * from json_to_recordset(${units}::json) as of_page (
      position integer, ${sql.join(columns.map(([name, [, type]]) => sql`${sql.ref(name)} ${sql.raw(type)}`))})`;
}

/** Joins facts with these, as `of_page`: by their hash, in each parallel worker. */
export function joinUnits(question: Question): FactJoin {
  const source = sourceOfRows(question);
  const columns = Object.entries(chooseUnit(source, question).by);
  return {
    join: sql`
      join of_page on ${sql.join(
        columns.map(
          ([name, [column]]) => sql`${sql.ref(`of_page.${name}`)} = ${factColumn(source, column)}`,
        ),
        sql` and `,
      )}`,
    keys: [['position', sql.ref('of_page.position')]],
    // Unless they are told apart by columns of nodes.
    comesFirst: !question.grouping.units.includes('instance_type'),
  };
}

const joinByOwners = (
  { filters }: Question,
  scope: ExplorerScope,
  columns: readonly string[],
): FactJoin => ({
  join: sql`${joinOwners(scope, 'fact')} and ${matchesEach('workload', filters.workload, 'owner')}`,
  keys: columns.map((column) => [`owner_${column}`, sql.ref(`owner.${column}`)]),
  comesFirst: true,
  filtersWorkloads: true,
});

/** What gives units their names: their owners, and nodes as they last were. */
function joinNames(unit: Unit, scope: ExplorerScope, reading: Reading): RawBuilder<unknown> {
  const owners = joinOwners(scope, 'unit');
  const nodes = sql`
    join (
      ${selectLastSeen('node', ['cluster_id', 'node_uid'], ['name', 'instance_type'], scope, reading)}
    ) as node on node.cluster_id = unit.cluster_id and node.node_uid = unit.node_uid`;
  return sql`${unit.describesOwner ? owners : sql``} ${unit.namesNode ? nodes : sql``}`;
}

/** The owners of units or facts, as they were described. */
export const joinOwners = (scope: ExplorerScope, table: string) => sql`
  join owner_descriptions as owner
    on ${isVisible(scope, 'owner')}
      and owner.cluster_id = ${sql.ref(`${table}.cluster_id`)}
      and owner.id = ${sql.ref(`${table}.description_id`)}`;

/** A column of the owner of a unit, which has it itself where it is made of owners. */
const ownerColumn = ({ describesOwner }: Unit, column: string) =>
  sql.ref(describesOwner ? `owner.${column}` : `unit.owner_${column}`);

/**
 * What a key of a row is, of a unit with its names; empty where it has none, so that rows and units
 * can be joined by it. A Kubernetes uid keeps its kind, namespace and name for life. What a
 * namespace owns itself has no workload.
 */
function keyColumn(key: KeyName, unit: Unit): RawBuilder<unknown> {
  const owner = (column: string) => ownerColumn(unit, column);
  const keys: Readonly<Record<KeyName, RawBuilder<unknown>>> = {
    workloadName: sql`case when owner.kind <> '' then owner.name else '' end`,
    workloadUid: sql`owner.owner_uid`,
    workloadKind: owner('kind'),
    namespace: owner('namespace'),
    podName: sql`unit.pod_name`,
    podUid: sql`unit.pod_uid`,
    containerName: sql`unit.container_name`,
    nodeName: sql`node.name`,
    nodeUid: sql`unit.node_uid`,
    instanceType: 'instance_type' in unit.by ? sql`unit.instance_type` : sql`node.instance_type`,
    team: sql`array_to_string(${owner('teams')}, ', ')`,
    department: sql`array_to_string(${owner('departments')}, ', ')`,
    day: sql`unit.on_day::text`,
  };
  return keys[key];
}

/** What a unit's owner has of a label, after `=`: it may be empty, which is not to have none. */
function labelColumn({ field, key }: GroupedLabel, inherits: boolean): RawBuilder<unknown> {
  const own = sql`${sql.ref(`owner.${field}`)} ->> ${key}::text`;
  const value = inherits
    ? sql`coalesce(${own}, ${sql.ref(`owner.namespace_${field}`)} ->> ${key}::text)`
    : own;
  return sql`coalesce('=' || (${value}), '')`;
}

const keysThatMayLack = ['workloadName', 'workloadKind', 'team', 'department'];

/** A key as it is shown: null where there is none. */
export function shownKey(key: string): RawBuilder<unknown> {
  const shown = sql`nullif(${sql.ref(key)}, '')`;
  if (key.startsWith('label')) return sql`substr(${shown}, 2)`;
  return keysThatMayLack.includes(key) ? shown : sql.ref(key);
}

/** Whether an owner of this kind is among those that a grouping has rows of. */
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

/** By the names that the group has, of one of which a text is part in any case. */
const namedLike = ({ grouping, search }: Question): RawBuilder<unknown> =>
  search === undefined
    ? sql``
    : sql`where ${sql.join(
        grouping.names.map((name) => sql`strpos(lower(${shownKey(name)}), lower(${search})) > 0`),
        sql` or `,
      )}`;
