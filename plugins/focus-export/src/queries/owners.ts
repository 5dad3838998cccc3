import { type RawBuilder, sql } from 'kysely';
import { type ExportRequest } from '../export-request.ts';

/** What owners cost in the origin at hand, or in a part of it. */
export interface OwnerCost {
  /** Amounts by name, each over `w`, a row of the ledger; never null. */
  readonly amounts: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Which owners have a row, over the amounts. */
  readonly where: RawBuilder<unknown>;
}

/**
 * The owners of the origin at hand that cost something: as `w` the amounts asked for and the
 * quantities of the day, as `d` who it is, and the window `owners`, which runs by namespace, so
 * that what lies between two points of it is the same for a namespace as for its workloads.
 */
export function ownersOf(request: ExportRequest, { amounts, where }: OwnerCost) {
  const { organization, from, to, grain } = request;
  const chosen = Object.entries(amounts).map(([name, amount]) => sql`${amount} as ${sql.id(name)}`);
  const { table, key, order } = sources[grain];
  return sql`
    from (
      select ${sql.join(chosen)}, ${key}, w.description_id,
        w.cpu_charged_core_seconds, w.memory_charged_byte_seconds, w.gpu_requested_seconds,
        w.cpu_requested_core_seconds, w.memory_requested_byte_seconds,
        w.cpu_used_core_seconds, w.memory_used_byte_seconds
      from ${sql.table(table)} w
      where w.organization_id = ${organization.id}::uuid
        and w.cluster_id = origin.cluster_id and w.day = origin.day
        and w.day >= ${from}::date and w.day < ${to}::date
    ) w
    cross join lateral (${describe(request)}) d
    ${namespaceOfOwner(request)}
    where ${where}
    window owners as (order by ${order} rows unbounded preceding)`;
}

const sources = {
  workload: {
    table: 'workload_days',
    key: sql`w.workload_uid`,
    naming: sql`d.name, nullif(d.kind, '') as workload_kind`,
    order: sql`d.namespace collate "C", w.workload_uid`,
  },
  namespace: {
    table: 'namespace_days',
    key: sql`w.namespace`,
    naming: sql`d.namespace as name, null::text as workload_kind`,
    order: sql`w.namespace collate "C"`,
  },
} as const;

/** Fenced, so that what a description comes to is worked out once and remembered. */
const describe = ({ organization, grain }: ExportRequest) => sql`
  select d.owner_uid::text as owner_id, d.namespace, ${sources[grain].naming},
    ${tags} as tags, ${only(sql`d.teams`)} as team, ${only(sql`d.departments`)} as department
  from owner_descriptions d
  where d.organization_id = ${organization.id}::uuid and d.id = w.description_id
  offset 0`;

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
      on own.organization_id = day.organization_id and own.id = day.description_id
    where day.organization_id = ${organization.id}::uuid and day.cluster_id = origin.cluster_id
      and day.day = origin.day and day.namespace = d.namespace
    offset 0
  ) n on true`;
}

const only = (names: RawBuilder<unknown>) =>
  sql`case when cardinality(${names}) = 1 then (${names})[1] end`;

/**
 * Labels as FOCUS wants them: one without a value is true. Keys under `costplane/` are ours, so
 * that no label of a user can pass for one.
 */
const tags = sql`nullif((
  select coalesce(jsonb_object_agg(key, case when value = '""' then 'true' else value end), '{}')
    || case when cardinality(d.teams) = 1
      then jsonb_build_object('costplane/team', d.teams[1]) else '{}' end
  from jsonb_each(d.labels) where not starts_with(key, 'costplane/')
), '{}')::text`;
