import { sql } from 'kysely';
import { type LedgerOwner } from '../../accrue/ledger-state.ts';
import { inCluster, type Scope } from '../scope.ts';

const labels = sql`labels, annotations, namespace_labels, namespace_annotations`;

const ownLabels = (column: 'labels' | 'annotations') => sql`
  coalesce(case when given.kind = '' then ${sql.ref(`namespace.${column}`)}
    else ${sql.ref(`workload.${column}`)} end, '{}') as ${sql.id(column)}`;

/**
 * Largest labels and annotations of a namespace, as JSON text, that its workloads inherit: each
 * description has a copy.
 */
const maxInheritedBytes = 65_536;

/** The namespaces of the cluster, with their labels as text if workloads inherit them. */
const namespaces = (scope: Scope) => sql`
  select namespace.*, case when octet_length(text) <= ${sql.lit(maxInheritedBytes)} then text end
    as inherited
  from namespaces as namespace, lateral (
    select jsonb_build_array(namespace.labels, namespace.annotations)::text as text
  ) as written
  where ${inCluster(scope, 'namespace')}`;

/** Number of descriptions per insert, whose parameters must fit PostgreSQL's limits. */
const insertedAtOnce = 1_000;

/**
 * Labels that change with each report would fill the disk: beyond this number, the newest
 * description of the day with the same teams and departments is used; beyond twice, the newest.
 */
const maxDescriptionsPerDay = 24;

/**
 * The current descriptions of owners: labels and annotations, their own and their namespace's, with
 * the stored teams and departments. Each description is stored once for any number of days; an
 * owner gets at most 24 new ones per day, and up to 24 more if its teams change. Returns the ids of
 * descriptions by uid of the owner.
 */
export async function insertOwners(
  scope: Scope,
  owners: readonly LedgerOwner[],
): Promise<Map<string, string>> {
  const organization = sql`${scope.organizationId}::uuid`;
  const day = sql`(${scope.takenAt}::timestamptz at time zone 'UTC')::date`;
  const { rows } = await sql<{ uid: string; id: string | null; missing: string | null }>`
    with given as materialized (
      select * from json_to_recordset(${JSON.stringify(owners)}::json)
        as given (uid uuid, kind text, namespace text, name text)
    ), namespace as materialized (
      -- Digested once per namespace, not once per workload.
      select id, name, department_id, labels, annotations, md5(inherited) as inherited
      from (${namespaces(scope)}) as namespace
    ), team as (
      select owned.workload_uid as uid, team.name, department.name as department
      from workload_teams as owned
      join teams as team
        on team.organization_id = ${organization} and team.id = owned.team_id
      left join departments as department
        on department.organization_id = ${organization} and department.id = team.department_id
      where ${inCluster(scope, 'owned')}
      union all
      select namespace.id, team.name, department.name
      from team_assignments as assigned
      join namespace on namespace.name = assigned.entity_identifier
      join teams as team
        on team.organization_id = ${organization} and team.id = assigned.team_id
      left join departments as department
        on department.organization_id = ${organization} and department.id = team.department_id
      where ${inCluster(scope, 'assigned')} and assigned.entity_type = 'namespace'
    ), belonging as (
      select uid,
        array_agg(distinct name collate "C" order by name collate "C") as teams,
        array_agg(distinct department collate "C" order by department collate "C")
          filter (where department is not null) as departments
      from team group by uid
    ), described as materialized (
      select given.*, ${ownLabels('labels')}, ${ownLabels('annotations')},
        case when given.kind <> '' then namespace.inherited end as inherited,
        coalesce(belonging.teams, '{}') as teams,
        coalesce(belonging.departments,
          case when belonging.uid is null and department.name is not null
            then array[department.name] else '{}' end) as departments
      from given
      left join workloads as workload
        on ${inCluster(scope, 'workload')} and workload.uid = given.uid and given.kind <> ''
      left join namespace on namespace.name = given.namespace
      left join departments as department
        on department.organization_id = ${organization}
          and department.id = namespace.department_id and given.kind = ''
      left join belonging on belonging.uid = given.uid
    ), digested as materialized (
      select described.*,
        md5(jsonb_build_array(kind, namespace, name, teams, departments, labels, annotations,
          inherited)::text)::uuid as digest
      from described
    ), known as materialized (
      -- By the index, one by one: the descriptions that a cluster has had are many more.
      select digested.*, (
        select id from owner_descriptions as description
        where ${inCluster(scope, 'description')} and description.owner_uid = digested.uid
          and description.digest = digested.digest
      ) as id, (
        select coalesce(
          max(id) filter (where description.teams = digested.teams collate "C"
            and description.departments = digested.departments collate "C"),
          case when count(*) >= ${sql.lit(2 * maxDescriptionsPerDay)} then max(id) end
        ) from owner_descriptions as description
        where ${inCluster(scope, 'description')} and description.owner_uid = digested.uid
          and description.described_on = ${day}
        having count(*) >= ${sql.lit(maxDescriptionsPerDay)}
      ) as newest_of_full_day
      from digested
    )
    select uid, coalesce(id, newest_of_full_day) as id,
      case when id is null and newest_of_full_day is null then to_jsonb(known)::text end as missing
    from known`.execute(scope.tx);
  const missing = rows.flatMap((row) => row.missing ?? []);
  const added: { uid: string; id: string }[] = [];
  for (let first = 0; first < missing.length; first += insertedAtOnce) {
    const some = missing.slice(first, first + insertedAtOnce);
    added.push(...(await insertDescriptions(scope, `[${some.join(',')}]`)));
  }
  const found = rows.flatMap(({ uid, id }) => (id === null ? [] : { uid, id }));
  return new Map([...found, ...added].map(({ uid, id }) => [uid, id]));
}

/** Separate from the lookup, because Citus first copies the source rows of an insert to every server. */
async function insertDescriptions(
  scope: Scope,
  descriptions: string,
): Promise<{ uid: string; id: string }[]> {
  const { tx, organizationId, clusterId, takenAt } = scope;
  const inherited = await sql<{ namespaces: string | null }>`
    select json_agg(json_build_object('name', name, 'inherited', inherited::json))::text as namespaces
    from (${namespaces(scope)}) as namespace
    where inherited is not null and name in (
      select namespace from jsonb_to_recordset(${descriptions}::jsonb)
        as description (kind text, namespace text) where kind <> ''
    )`.execute(tx);
  const { rows } = await sql<{ uid: string; id: string }>`
    insert into owner_descriptions (
      organization_id, cluster_id, owner_uid, kind, namespace, name, teams, departments, ${labels},
      digest, described_on
    )
    select ${organizationId}::uuid, ${clusterId}::uuid, uid, kind, description.namespace,
      description.name, teams, departments, labels, annotations,
      coalesce(inherited -> 0, '{}'), coalesce(inherited -> 1, '{}'),
      digest, (${takenAt}::timestamptz at time zone 'UTC')::date
    from jsonb_to_recordset(${descriptions}::jsonb) as description (
      uid uuid, kind text, namespace text, name text, teams text[], departments text[], labels jsonb,
      annotations jsonb, digest uuid
    ) left join jsonb_to_recordset(${inherited.rows[0]?.namespaces ?? '[]'}::jsonb)
      as namespace (name text, inherited jsonb)
      on namespace.name = description.namespace and description.kind <> ''
    returning owner_uid as uid, id`.execute(tx);
  return rows;
}
