import { type RawBuilder, sql } from 'kysely';
import { type ExportRequest } from '../export-request.ts';

type Expression = RawBuilder<unknown>;
type Expressions = Readonly<Record<string, Expression>>;

/**
 * The owners with a cost in the current origin charge, in order: their identity, their pieces of
 * the origin and their quantities of the day. `_start` is the position of a piece on the line of
 * the origin (see `origins`). Sorted by namespace, so that a namespace covers the same range of the
 * line as its workloads together.
 */
export function selectOwners(request: ExportRequest) {
  const { rows, order } = sources[request.grain];
  return sql`
    select row_number() over owners as position,
      ${named({ ...identity(request), ...pieces(request), ...quantities })}
    from ${rows(request)}
    cross join lateral (${describe(request)}) d
    ${namespaceOfOwner(request)}
    where origin.part_ordinal = 1 and w.costs_something
    window owners as (order by ${order} rows unbounded preceding)
    order by ${order}`;
}

const named = (values: Expressions) =>
  sql.join(Object.entries(values).map(([name, value]) => sql`${value} as ${sql.id(name)}`));

/** Identity of the owner; team and department are null if they changed during the day (decision 51). */
const identity = (request: ExportRequest): Expressions => {
  const hasTeam = sql`not ${changes(request, 'teams')}`;
  return {
    owner_id: sql`d.owner_id`,
    owner_name: sql`d.name`,
    workload_kind: sql`d.workload_kind`,
    namespace: sql`d.namespace`,
    namespace_id: sql`n.namespace_id`,
    team: sql`case when ${hasTeam} then d.team end`,
    department: sql`case when not ${changes(request, 'departments')} then d.department end`,
    tags: sql`case when ${hasTeam} then d.tags
      else nullif((d.tags::jsonb - 'costplane/team')::text, '{}') end`,
  };
};

const changes = ({ organization }: ExportRequest, names: 'teams' | 'departments') => sql`
  case when cardinality(w.description_ids) > 1 then (
    select count(distinct description.${sql.id(names)}) > 1 from owner_descriptions description
    where description.organization_id = ${organization.id}::uuid
      and description.cluster_id = origin.cluster_id
      and description.id = any(w.description_ids)
  ) else false end`;

const before = (amount: string) =>
  sql`sum(w.${sql.ref(amount)}) over owners - w.${sql.ref(amount)}`;

const pieces = ({ idle }: ExportRequest): Expressions => ({
  direct_start: before('direct'),
  direct: sql`w.direct`,
  cpu_start: before('cpu'),
  cpu: sql`w.cpu`,
  memory_start: sql`origin.cpu + ${before('memory')}`,
  memory: sql`w.memory`,
  gpu_start: sql`origin.cpu + origin.memory + ${before('gpu')}`,
  gpu: sql`w.gpu`,
  ...(idle === 'apportioned'
    ? { idle_start: sql`origin.direct + origin.overhead + ${before('idle')}`, idle: sql`w.idle` }
    : { idle_start: sql`null::numeric`, idle: sql`null::numeric` }),
});

const quantities: Expressions = {
  charged_core_seconds: sql`w.cpu_charged_core_seconds`,
  charged_byte_seconds: sql`w.memory_charged_byte_seconds`,
  gpu_seconds: sql`w.gpu_requested_seconds`,
  requested_core_seconds: sql`w.cpu_requested_core_seconds`,
  requested_byte_seconds: sql`w.memory_requested_byte_seconds`,
  used_core_seconds: sql`w.cpu_used_core_seconds`,
  used_byte_seconds: sql`w.memory_used_byte_seconds`,
};

const cost = (name: string) => sql`coalesce(${sql.ref(`w.${name}_cost_seconds`)}, 0)`;
const isCompute = sql`origin.kind = 'compute'`;
const ifCompute = (value: Expression) => sql`case when ${isCompute} then ${value} end`;

const direct = sql`case when ${isCompute}
  then ${cost('cpu')} + ${cost('memory')} + ${cost('gpu')} else ${cost('storage')} end`;

/** Costs of a ledger row `w` in this origin charge, which are never negative, and its quantities. */
const figures: Expressions = {
  direct,
  ...Object.fromEntries(
    ['cpu', 'memory', 'gpu', 'idle'].map((name) => [name, ifCompute(cost(name))]),
  ),
  ...Object.fromEntries(
    [
      'cpu_charged_core_seconds',
      'memory_charged_byte_seconds',
      'gpu_requested_seconds',
      'cpu_requested_core_seconds',
      'memory_requested_byte_seconds',
      'cpu_used_core_seconds',
      'memory_used_byte_seconds',
    ].map((name) => [name, ifCompute(sql.ref(`w.${name}`))]),
  ),
};

const costsSomething = ({ idle }: ExportRequest) =>
  idle === 'apportioned' ? sql`${direct} + coalesce(${figures.idle}, 0) > 0` : sql`${direct} > 0`;

const totals = Object.fromEntries(
  Object.entries(figures).map(([name, value]) => [name, sql`sum(${value})`]),
);

const namespaceDays = (request: ExportRequest) => sql`(
  select ${named(figures)}, ${costsSomething(request)} as costs_something,
    w.namespace, w.description_id, w.description_ids
  from namespace_days w where ${inDay(request)}
) w`;

/**
 * A workload has one row per description; only workloads with several rows are aggregated. These
 * are rare, so their list is computed once per origin charge.
 */
const workloadDays = (request: ExportRequest) => sql`(
  select coalesce(array_agg(w.workload_uid), '{}') as uids from (
    select w.workload_uid from workload_days w where ${inDay(request)}
    group by w.workload_uid having count(*) > 1
  ) w
) several
cross join lateral (
  select w.cluster_id, ${named(figures)}, ${costsSomething(request)} as costs_something,
    w.workload_uid, w.description_id, null::bigint[] as description_ids
  from workload_days w
  where ${inDay(request)} and w.workload_uid <> all(several.uids)
  union all
  select w.cluster_id, ${named(totals)}, bool_or(${costsSomething(request)}),
    w.workload_uid, max(w.description_id), array_agg(w.description_id)
  from workload_days w
  where ${inDay(request)} and w.workload_uid = any(several.uids)
  group by w.cluster_id, w.workload_uid
) w`;

const inDay = ({ organization, from, to }: ExportRequest) => sql`
  w.organization_id = ${organization.id}::uuid
  and w.cluster_id = origin.cluster_id and w.day = origin.day
  and w.day >= ${from}::date and w.day < ${to}::date`;

const sources = {
  workload: {
    rows: workloadDays,
    naming: sql`d.name, nullif(d.kind, '') as workload_kind`,
    order: sql`d.namespace collate "C", w.workload_uid`,
  },
  namespace: {
    rows: namespaceDays,
    naming: sql`d.namespace as name, null::text as workload_kind`,
    order: sql`w.namespace collate "C"`,
  },
} as const;

/** `offset 0` is an optimization fence: each description is evaluated once and memoized. */
const describe = ({ organization, grain }: ExportRequest) => sql`
  select d.owner_uid::text as owner_id, d.namespace, ${sources[grain].naming},
    d.tags, ${only(sql`d.teams`)} as team, ${only(sql`d.departments`)} as department
  from owner_descriptions d
  where d.organization_id = ${organization.id}::uuid and d.cluster_id = origin.cluster_id
    and d.id = w.description_id
  offset 0`;

/** Id of the owner's namespace, taken from the description of that namespace. */
function namespaceOfOwner({ organization, grain, columns }: ExportRequest): Expression {
  if (grain === 'namespace') return sql`cross join lateral (select d.owner_id as namespace_id) n`;
  // PostgreSQL executes a join even if none of its columns is used.
  const isShown = columns.some(({ name }) => name === 'x_NamespaceId');
  if (!isShown) return sql`cross join (select null::text as namespace_id) n`;
  return sql`left join lateral (
    select own.owner_uid::text as namespace_id
    from namespace_days day
    join owner_descriptions own
      on own.organization_id = day.organization_id and own.cluster_id = day.cluster_id
      and own.id = day.description_id
    where day.organization_id = ${organization.id}::uuid and day.cluster_id = origin.cluster_id
      and day.day = origin.day and day.namespace = d.namespace
    offset 0
  ) n on true`;
}

const only = (names: Expression) => sql`case when cardinality(${names}) = 1 then (${names})[1] end`;
