import { parseYaml } from '../src/yaml/parse-yaml.ts';
import { openWarehouse, type Warehouse } from '@costplane/warehouse';
import { createTestDatabase } from '@costplane/warehouse/testing';
import { sql, type Kysely } from 'kysely';
import {
  applyAllocationFile,
  compareAllocationFile,
} from '../src/allocation/apply-allocation-file.ts';
import { describeDifference } from '../src/allocation/describe-difference.ts';

export const production = '7c0bf6b6-6f1f-4d0b-9a4e-0f5f7e7f0001';
export const staging = '7c0bf6b6-6f1f-4d0b-9a4e-0f5f7e7f0002';
/** Workloads of production: web and api in shop, etl in data, and old, which is gone from shop. */
export const web = '0f0bf6b6-6f1f-4d0b-9a4e-0f5f7e7f000a';
export const api = '0f0bf6b6-6f1f-4d0b-9a4e-0f5f7e7f000b';
export const etl = '0f0bf6b6-6f1f-4d0b-9a4e-0f5f7e7f000c';
export const old = '0f0bf6b6-6f1f-4d0b-9a4e-0f5f7e7f000d';
/** What labels name. */
export const mirroredTeam = '1f0bf6b6-6f1f-4d0b-9a4e-0f5f7e7f0001';
export const mirroredDepartment = '1f0bf6b6-6f1f-4d0b-9a4e-0f5f7e7f0002';

export type Row = Record<string, unknown>;

export interface Estate {
  db: Kysely<Warehouse>;
  url: string;
  organizationId: string;
  /** The lines that the command prints. */
  apply: (text: string) => Promise<string[]>;
  compare: (text: string) => Promise<string[]>;
  query(text: string): Promise<Row[]>;
  /** Who is there, who has what, and who owns which workload. */
  owners(): Promise<string[]>;
  /** Teams, departments and assignments to the last column. */
  dump(): Promise<Row[]>;
  close(): Promise<void>;
}

/** An organization with two clusters, and a team and a department that labels of `shop` name. */
export async function openEstate(): Promise<Estate> {
  const database = await createTestDatabase();
  const owner = openWarehouse(database.url, 'owner');
  const db = openWarehouse(database.url, 'ingest');
  const query = async (text: string) => (await sql.raw<Row>(text).execute(owner)).rows;
  const [organization] = await query(
    `insert into organizations (name) values ('acme') returning id`,
  );
  const organizationId = organization!.id as string;
  for (const statement of statements(organizationId)) await query(statement);
  // Citus has no triggers.
  await query(`select refresh_workload_teams('${organizationId}', array['${production}'::uuid])`);
  return {
    db,
    url: database.url,
    organizationId,
    apply: async (text) =>
      describeDifference(await applyAllocationFile(db, organizationId, parseYaml(text, 'a.yaml')), {
        isApplied: true,
      }),
    compare: async (text) =>
      describeDifference(
        await compareAllocationFile(db, organizationId, parseYaml(text, 'a.yaml')),
        { isApplied: false },
      ),
    query,
    owners: async () => (await query(ownersQuery)).map(({ line }) => line as string),
    dump: () =>
      query(`select to_jsonb(t)::text as row from teams t
        union all select to_jsonb(d)::text from departments d
        union all select to_jsonb(a)::text from team_assignments a
        union all select to_jsonb(w)::text from workload_teams w order by row`),
    close: async () => {
      await owner.destroy();
      await db.destroy();
      await database.drop();
    },
  };
}

function statements(organizationId: string): string[] {
  const organization = `'${organizationId}'`;
  const entity = 'cpu_requested_cores, memory_requested_bytes, pods, running_pods, containers';
  const namespace = (cluster: string, name: string) =>
    `insert into namespaces (organization_id, cluster_id, id, name, last_seen_at, cost_updated_at,
      ${entity}, workloads, deployments, statefulsets, daemonsets, jobs, cronjobs,
      persistent_volumes, compute_cpu_hourly)
    values (${organization}, '${cluster}', gen_random_uuid(), '${name}', now(), now(),
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3)`;
  const workload = (uid: string, name: string, namespaceName: string, goneAt = 'null') =>
    `insert into workloads (organization_id, cluster_id, uid, namespace, name, kind, last_seen_at,
      cost_updated_at, cpu_limit_cores, memory_limit_bytes, ${entity}, compute_cpu_hourly, gone_at)
    values (${organization}, '${production}', '${uid}', '${namespaceName}', '${name}', 'Deployment',
      now(), now(), 0, 0, 0, 0, 0, 0, 0, 1, ${goneAt})`;
  const owner = (table: string, id: string, name: string) =>
    `insert into ${table} (organization_id, id, name, origin)
    values (${organization}, '${id}', '${name}', 'k8s')`;
  return [
    `insert into clusters (organization_id, id, name, status, last_seen_at)
      select ${organization}, id, name, 'active', now()
      from (values ('${production}'::uuid, 'production'), ('${staging}', 'staging')) as c (id, name)`,
    namespace(production, 'shop'),
    namespace(production, 'data'),
    namespace(staging, 'shop'),
    workload(web, 'web', 'shop'),
    workload(api, 'api', 'shop'),
    workload(etl, 'etl', 'data'),
    workload(old, 'old', 'shop', `'2026-07-15T12:00:00.5Z'`),
    owner('departments', mirroredDepartment, 'operations'),
    owner('teams', mirroredTeam, 'platform'),
    `insert into team_assignments (organization_id, cluster_id, team_id, entity_type,
      entity_identifier, entity_name, entity_namespace, weight_percentage, source)
    values (${organization}, '${production}', '${mirroredTeam}', 'namespace', 'shop', 'shop', 'shop',
      100, 'k8s_label')`,
  ];
}

const ownersQuery = `
  select 'department ' || name || ' ' || origin as line from departments
  union all
  select concat_ws(' ', 'team', team.name, team.origin, department.name)
  from teams as team left join departments as department on department.id = team.department_id
  union all
  select concat_ws(' ', entity_type, entity_name, team.name, weight_percentage, source)
  from team_assignments as given join teams as team on team.id = given.team_id
  union all
  select concat_ws(' ', workload.name, 'is of', team.name, owned.weight_percentage)
  from workload_teams as owned
  join workloads as workload on workload.cluster_id = owned.cluster_id
    and workload.uid = owned.workload_uid
  join teams as team on team.id = owned.team_id
  order by line`;
