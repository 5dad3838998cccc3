import { sql } from 'kysely';
import { type LedgerOwner } from '../../accrue/ledger-state.ts';
import { inCluster, type Scope } from '../scope.ts';

const labels = sql`labels, annotations, namespace_labels, namespace_annotations`;

/** A workload has its own labels and those of its namespace; a namespace has only its own. */
const ownOrNamespaces = (column: 'labels' | 'annotations') => sql`
  coalesce(case when given.kind = '' then ${sql.ref(`namespace.${column}`)}
    else ${sql.ref(`workload.${column}`)} end, '{}') as ${sql.id(column)},
  coalesce(case when given.kind <> '' then ${sql.ref(`namespace.${column}`)} end, '{}')
    as ${sql.id(`namespace_${column}`)}`;

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
      join namespaces as namespace
        on ${inCluster(scope, 'namespace')} and namespace.name = assigned.entity_identifier
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
      select given.*, ${ownOrNamespaces('labels')}, ${ownOrNamespaces('annotations')},
        coalesce(belonging.teams, '{}') as teams,
        coalesce(belonging.departments,
          case when belonging.uid is null and department.name is not null
            then array[department.name] else '{}' end) as departments
      from given
      left join workloads as workload
        on ${inCluster(scope, 'workload')} and workload.uid = given.uid and given.kind <> ''
      left join namespaces as namespace
        on ${inCluster(scope, 'namespace')} and namespace.name = given.namespace
      left join departments as department
        on department.organization_id = ${organization}
          and department.id = namespace.department_id and given.kind = ''
      left join belonging on belonging.uid = given.uid
    ), digested as materialized (
      select described.*,
        md5(jsonb_build_array(kind, namespace, name, teams, departments, ${labels})::text)::uuid
          as digest
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
  const added = missing.length === 0 ? [] : await insertDescriptions(scope, missing);
  const found = rows.flatMap(({ uid, id }) => (id === null ? [] : { uid, id }));
  return new Map([...found, ...added].map(({ uid, id }) => [uid, id]));
}

/** Separate from the lookup, because Citus first copies the source rows of an insert to every server. */
async function insertDescriptions(
  { tx, organizationId, clusterId, takenAt }: Scope,
  descriptions: readonly string[],
): Promise<{ uid: string; id: string }[]> {
  const { rows } = await sql<{ uid: string; id: string }>`
    insert into owner_descriptions (
      organization_id, cluster_id, owner_uid, kind, namespace, name, teams, departments, ${labels},
      digest, described_on
    )
    select ${organizationId}::uuid, ${clusterId}::uuid, uid, kind, namespace, name, teams, departments,
      ${labels}, digest, (${takenAt}::timestamptz at time zone 'UTC')::date
    from jsonb_to_recordset(${`[${descriptions.join(',')}]`}::jsonb) as description (
      uid uuid, kind text, namespace text, name text, teams text[], departments text[], labels jsonb,
      annotations jsonb, namespace_labels jsonb, namespace_annotations jsonb, digest uuid
    )
    returning owner_uid as uid, id`.execute(tx);
  return rows;
}
