import { type RawBuilder, sql } from 'kysely';
import { type ExportRequest } from '../export-request.ts';

/** What owners cost in the origin at hand, or in a part of it. */
export interface OwnerCost {
  /** Amounts by name, each over `w`, a row of the ledger; never null or negative. */
  readonly amounts: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Which origins have such owners. */
  readonly where: RawBuilder<unknown>;
}

/**
 * Selects of the owners of the origin at hand that cost something: as `w` the amounts asked for and
 * the quantities of the day, as `d` who it is, as `t` of which team, and the window `owners`, which
 * runs in their order, by namespace, so that what lies between two points of it is the same for a namespace as for
 * its workloads.
 */
export function selectOwners(
  request: ExportRequest,
  { amounts, where }: OwnerCost,
  selection: RawBuilder<unknown>,
) {
  const { several, rows, order } = sources[request.grain];
  return sql`
    ${several(request)} ${selection}
    from (${rows(request, amounts)}) w
    cross join lateral (${describe(request)}) d
    cross join lateral (${teamsOfDay(request)}) t
    ${namespaceOfOwner(request)}
    where ${where} and w.costs_something
    window owners as (order by ${order} rows unbounded preceding)
    order by ${order}`;
}

type Amounts = OwnerCost['amounts'];

const quantities = Object.fromEntries(
  [
    'cpu_charged_core_seconds',
    'memory_charged_byte_seconds',
    'gpu_requested_seconds',
    'cpu_requested_core_seconds',
    'memory_requested_byte_seconds',
    'cpu_used_core_seconds',
    'memory_used_byte_seconds',
  ].map((name) => [name, sql.ref(`w.${name}`)]),
);

const figures = (amounts: Amounts) => sql`
  ${named({ ...amounts, ...quantities })}, ${costsSomething(amounts)} as costs_something`;

const totals = (amounts: Amounts) => {
  const sums = Object.entries({ ...amounts, ...quantities }).map(
    ([name, value]) => [name, sql`sum(${value})`] as const,
  );
  return sql`
    ${named(Object.fromEntries(sums))}, bool_or(${costsSomething(amounts)}) as costs_something`;
};

const costsSomething = (amounts: Amounts) => sql`${sql.join(Object.values(amounts), sql` + `)} > 0`;

const namespaceDays = (request: ExportRequest, amounts: Amounts) => sql`
  select ${figures(amounts)}, w.namespace, w.description_id, w.description_ids
  from namespace_days w where ${inDay(request)}`;

/** A workload has a row of each description; only those that have several are added up. */
const workloadDays = (request: ExportRequest, amounts: Amounts) => sql`
  select ${figures(amounts)}, w.workload_uid, w.description_id,
    null::bigint[] as description_ids
  from workload_days w
  where ${inDay(request)} and w.workload_uid not in (select workload_uid from several)
  union all
  select ${totals(amounts)}, w.workload_uid, max(w.description_id), array_agg(w.description_id)
  from workload_days w join several on several.workload_uid = w.workload_uid
  where ${inDay(request)}
  group by w.workload_uid`;

const workloadsOfSeveral = (request: ExportRequest) => sql`
  with several as materialized (
    select w.workload_uid from workload_days w where ${inDay(request)}
    group by w.workload_uid having count(*) > 1
  )`;

const named = (values: Amounts) =>
  sql.join(Object.entries(values).map(([name, value]) => sql`${value} as ${sql.id(name)}`));

const inDay = ({ organization, from, to }: ExportRequest) => sql`
  w.organization_id = ${organization.id}::uuid
  and w.cluster_id = origin.cluster_id and w.day = origin.day
  and w.day >= ${from}::date and w.day < ${to}::date`;

const sources = {
  workload: {
    several: workloadsOfSeveral,
    rows: workloadDays,
    naming: sql`d.name, nullif(d.kind, '') as workload_kind`,
    order: sql`d.namespace collate "C", w.workload_uid`,
  },
  namespace: {
    several: () => sql``,
    rows: namespaceDays,
    naming: sql`d.namespace as name, null::text as workload_kind`,
    order: sql`w.namespace collate "C"`,
  },
} as const;

/** Fenced, so that what a description comes to is worked out once and remembered. */
const describe = ({ organization, grain }: ExportRequest) => sql`
  select d.owner_uid::text as owner_id, d.namespace, ${sources[grain].naming},
    d.tags, ${only(sql`d.teams`)} as team, ${only(sql`d.departments`)} as department
  from owner_descriptions d
  where d.organization_id = ${organization.id}::uuid and d.cluster_id = origin.cluster_id
    and d.id = w.description_id
  offset 0`;

/** Who the whole day is of: nobody, where there was a change in the course of it (decision 51). */
const teamsOfDay = (request: ExportRequest) => sql`
  select case when not ${changes(request, 'teams')} then d.team end as team,
    case when not ${changes(request, 'departments')} then d.department end as department,
    case when not ${changes(request, 'teams')} then d.tags
      else nullif((d.tags::jsonb - 'costplane/team')::text, '{}') end as tags`;

const changes = ({ organization }: ExportRequest, names: 'teams' | 'departments') => sql`
  case when cardinality(w.description_ids) > 1 then (
    select count(distinct of_day.${sql.id(names)}) > 1 from owner_descriptions of_day
    where of_day.organization_id = ${organization.id}::uuid
      and of_day.cluster_id = origin.cluster_id
      and of_day.id = any(w.description_ids)
  ) else false end`;

/** The id of an owner's namespace, which the namespace's own description says. */
function namespaceOfOwner({ organization, grain, columns }: ExportRequest): RawBuilder<unknown> {
  if (grain === 'namespace') return sql`cross join lateral (select d.owner_id as namespace_id) n`;
  // A join is made even if nothing of it is shown.
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

const only = (names: RawBuilder<unknown>) =>
  sql`case when cardinality(${names}) = 1 then (${names})[1] end`;
