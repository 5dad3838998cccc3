import { type RawBuilder, sql } from 'kysely';
import {
  type GroupBy,
  groupings,
  type KeyName,
  listKeys,
  type Owners,
} from '../question/grouping.ts';
import { type Question } from '../question/question.ts';
import { type ExplorerScope } from './explorer-scope.ts';
import { type Reading } from './reading.ts';
import { selectFacts, selectLastSeen, type Source, sourceOfRows } from './source.ts';
import { producedSums, type SumName, addColumns, buildSums, columnsOfSums } from './sums.ts';

/**
 * What facts are first added up by: keys that are cheap to compare. Names follow from them, once
 * per unit and not once per day.
 */
interface Unit {
  /** Columns of facts and their types, by their names in the unit. */
  readonly by: Readonly<Record<string, readonly [column: string, type: string]>>;
  /** Columns of the owners of facts, of which there are few values, by their names in the unit. */
  readonly byOwners?: Readonly<Record<string, string>>;
  /** What else is read of the facts of a unit, by the columns that it is of. */
  readonly also?: Readonly<Record<string, RawBuilder<unknown>>>;
  readonly describesOwner?: boolean;
  readonly namesNode?: boolean;
}

const clusterId = ['cluster_id', 'uuid'] as const;
const podUid = ['pod_uid', 'uuid'] as const;
const containerName = ['container_name', 'text'] as const;
const descriptionId = ['description_id', 'bigint'] as const;

/** The owner of a pod may become known in the course of the day; its name it keeps. */
const ofPod = {
  also: {
    description_id: sql`max(fact.description_id)`,
    pod_name: sql`max(fact.pod_name collate "C")`,
  },
  describesOwner: true,
};

/** The units of a source for a grouping. */
function chooseUnit(source: Source, { groupBy }: Question): Unit {
  switch (groupings[groupBy].unit) {
    case 'owner':
      return chooseOwnerUnit(source, groupBy);
    case 'pod':
      return { by: { cluster_id: clusterId, pod_uid: podUid }, ...ofPod };
    case 'container':
      return {
        by: { cluster_id: clusterId, pod_uid: podUid, container_name: containerName },
        ...ofPod,
      };
    case 'node':
      return {
        by: { cluster_id: clusterId, node_uid: ['node_uid', 'uuid'] },
        namesNode: true,
      };
    case 'instance_type':
      return {
        by: {
          cluster_id: clusterId,
          instance_type: ['instance_type', 'text'],
        },
      };
  }
}

function chooseOwnerUnit({ facts }: Source, groupBy: GroupBy): Unit {
  if (facts === 'namespace') {
    return { by: { cluster_id: clusterId, namespace_name: ['namespace', 'text'] } };
  }
  if (groupings[groupBy].uid !== undefined) {
    return { by: { description_id: descriptionId }, describesOwner: true };
  }
  return {
    by: { cluster_id: clusterId },
    byOwners: groupBy === 'namespace' ? { namespace_name: 'namespace' } : { workload_kind: 'kind' },
  };
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
  const sums = buildSums(source, question);
  const unit = chooseUnit(source, question);
  const columns = [
    ...Object.entries(unit.by).map(([name, [column]]) => [name, `fact.${column}`] as const),
    ...Object.entries(unit.byOwners ?? {}).map(
      ([name, column]) => [name, `owner.${column}`] as const,
    ),
  ];
  const produced = producedSums(sums, wanted);
  const also = Object.entries(unit.also ?? {});
  const read = [
    ...Object.values(unit.by).map(([column]) => column),
    ...(unit.byOwners ? ['description_id'] : []),
    ...also.map(([column]) => column),
    ...columnsOfSums(sums, produced),
  ];
  const keys = listKeys(question.groupBy, question.viewMode);
  return sql`
    unit as materialized (
      select ${sql.join([
        ...columns.map(([name, column]) => sql`${sql.ref(column)} as ${sql.ref(name)}`),
        ...also.map(([column, value]) => sql`${value} as ${sql.ref(column)}`),
        ...produced.map((name) => sql`${addColumns(sums[name])} as ${sql.ref(name)}`),
      ])}
      ${selectFacts(source, question, scope, reading, read)}
      ${unit.byOwners ? joinOwners(scope, 'fact') : sql``}
      group by ${sql.join(columns.map(([, column]) => sql.ref(column)))}
    ),
    named as materialized (
      select unit.*, ${clusterColumn(unit)} as ${sql.ref('clusterId')},
        ${sql.join(keys.map((key) => sql`${keyColumn(key, unit)} as ${sql.ref(key)}`))}
      from (${candidates}) as unit ${joinNames(unit, scope, reading)}
      where ${isOwnedBy(groupings[question.groupBy].owners, kindColumn(unit))}
    ),
    matching as not materialized (select * from named ${namedLike(question)})`;
}

const unitOfRows = (question: Question) => chooseUnit(sourceOfRows(question), question);

/** Whether rows are of nodes, which have a name only where a snapshot lists them. */
export const namesNodes = (question: Question): boolean => unitOfRows(question).namesNode === true;

/** The columns that a unit is told apart by. */
export const unitColumns = (question: Question): readonly string[] =>
  Object.keys(unitOfRows(question).by);

/** The columns of facts that these are. */
export const factColumns = (question: Question): readonly string[] =>
  Object.values(unitOfRows(question).by).map(([column]) => column);

/** Whether every unit is a row, before any has a name. */
export const isEveryUnitARow = (question: Question): boolean =>
  isRowPerUnit(question) &&
  question.search === undefined &&
  groupings[question.groupBy].owners === 'any' &&
  !namesNodes(question);

/** Whether each unit is a row of its own: an owner may have several descriptions. */
export const isRowPerUnit = (question: Question): boolean =>
  question.viewMode === 'detail' && !unitColumns(question).includes('description_id');

/**
 * Joins facts with units that were read before: their columns and the `position` of their row, as
 * JSON. A function's rows are joined by their hash, in each parallel worker.
 */
export function joinUnits(question: Question, units: string): RawBuilder<unknown> {
  const columns = Object.entries(unitOfRows(question).by);
  return sql`
    join json_to_recordset(${units}::json) as of_page (
      position integer, ${sql.join(columns.map(([name, [, type]]) => sql`${sql.ref(name)} ${sql.raw(type)}`))}
    ) on ${sql.join(
      columns.map(
        ([name, [column]]) => sql`${sql.ref(`of_page.${name}`)} = ${sql.ref(`fact.${column}`)}`,
      ),
      sql` and `,
    )}`;
}

/** What gives units their names: their owners, and nodes as they last were. */
function joinNames(unit: Unit, scope: ExplorerScope, reading: Reading): RawBuilder<unknown> {
  const owners = joinOwners(scope, 'unit');
  const nodes = sql`
    join (
      ${selectLastSeen('node', ['cluster_id', 'node_uid'], ['name', 'instance_type'], scope, reading)}
    ) as node on node.cluster_id = unit.cluster_id and node.node_uid = unit.node_uid`;
  return sql`${unit.describesOwner ? owners : sql``} ${unit.namesNode ? nodes : sql``}`;
}

const joinOwners = ({ organizationId }: ExplorerScope, table: string) => sql`
  join owner_descriptions as owner
    on owner.organization_id = ${organizationId} and owner.id = ${sql.ref(`${table}.description_id`)}`;

const kindColumn = ({ describesOwner }: Unit) =>
  describesOwner ? sql`owner.kind` : sql`unit.workload_kind`;

/** The cluster of a unit: an owner is of one. */
const clusterColumn = ({ by }: Unit) =>
  'cluster_id' in by ? sql`unit.cluster_id` : sql`owner.cluster_id`;

/**
 * What a key of a row is, of a unit with its names; empty where it has none, so that rows and units
 * can be joined by it. A Kubernetes uid keeps its kind, namespace and name for life. What a
 * namespace owns itself has no workload.
 */
function keyColumn(key: KeyName, unit: Unit): RawBuilder<unknown> {
  const keys: Readonly<Record<KeyName, RawBuilder<unknown>>> = {
    workloadName: sql`case when owner.kind <> '' then owner.name else '' end`,
    workloadUid: sql`owner.owner_uid`,
    workloadKind: kindColumn(unit),
    namespace: unit.describesOwner ? sql`owner.namespace` : sql`unit.namespace_name`,
    podName: sql`unit.pod_name`,
    podUid: sql`unit.pod_uid`,
    containerName: sql`unit.container_name`,
    nodeName: sql`node.name`,
    nodeUid: sql`unit.node_uid`,
    instanceType: unit.namesNode ? sql`node.instance_type` : sql`unit.instance_type`,
  };
  return keys[key];
}

/** A key as it is shown: null where there is none. */
export const shownKey = (key: string): RawBuilder<unknown> =>
  ['workloadName', 'workloadKind'].includes(key) ? sql`nullif(${sql.ref(key)}, '')` : sql.ref(key);

/** Whether an owner of this kind is one of those that a grouping has rows of. */
export function isOwnedBy(owners: Owners, kind: RawBuilder<unknown>): RawBuilder<unknown> {
  if (owners === 'any') return sql`true`;
  return owners === 'workloads' ? sql`${kind} <> ''` : sql`${kind} = ${owners}`;
}

/** By the name that the group has, of which a text is part in any case. */
const namedLike = ({ groupBy, search }: Question): RawBuilder<unknown> =>
  search === undefined
    ? sql``
    : sql`where strpos(lower(${sql.ref(groupings[groupBy].name)}), lower(${search})) > 0`;
