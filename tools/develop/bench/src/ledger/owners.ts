import { type Client } from 'pg';
import { labelsSql } from '../labels.ts';

/** Who has a history: workloads of the first clusters of an organization, and their namespaces. */
export interface Owners {
  readonly organizationId: string;
  readonly clusters: number;
  readonly workloadsPerCluster: number;
}

/** Costs and quantities, each per second, as the ledger's tables name what they add up to. */
export const costColumns = [
  'cpu_cost_seconds',
  'memory_cost_seconds',
  'gpu_cost_seconds',
  'idle_cost_seconds',
  'overhead_cost_seconds',
  'management_cost_seconds',
];
export const storageColumn = 'storage_cost_seconds';
export const quantityColumns = [
  'cpu_requested_core_seconds',
  'memory_requested_byte_seconds',
  'gpu_requested_seconds',
  'cpu_used_core_seconds',
  'memory_used_byte_seconds',
];
export const chargedColumns = ['cpu_charged_core_seconds', 'memory_charged_byte_seconds'];

/**
 * Describes the owners of a history, and makes the temporary table `owner` of them, with what each
 * costs and takes per second. One in a hundred is a namespace itself; a tenth have volumes.
 */
export async function makeOwners(
  client: Client,
  { organizationId, clusters, workloadsPerCluster }: Owners,
): Promise<void> {
  await client.query('drop table if exists owner');
  await client.query(`create temporary table owner as ${ownersSql}`, [
    organizationId,
    clusters,
    workloadsPerCluster,
    Math.ceil(workloadsPerCluster / 100),
  ]);
  await client.query(descriptionsSql);
  await client.query('alter table owner add description_id bigint');
  await client.query(`
    update owner set description_id = description.id
    from owner_descriptions as description
    where description.organization_id = owner.organization_id
      and description.cluster_id = owner.cluster_id and description.owner_uid = owner.uid`);
  await client.query('analyze owner');
}

/** Amounts repeat, so that pages end in the middle of ties. */
const ownersSql = `
  select cluster.organization_id, cluster.id as cluster_id, cluster.number as cluster_number, n,
    uuid_in(md5(cluster.id || ' owner ' || n)::cstring) as uid,
    case when n <= $4 then ''
      else (array['Deployment', 'StatefulSet', 'DaemonSet', 'CronJob'])[1 + n % 4] end as kind,
    'namespace-' || (case when n <= $4 then n else 1 + n % $4 end) as namespace,
    case when n <= $4 then 'namespace-' || n else 'workload-' || n end as name,
    round((1 + n % 5003)::numeric / 99991, 15) as cpu_cost_seconds,
    round((1 + n % 4001)::numeric / 199999, 15) as memory_cost_seconds,
    case when n % 97 = 0 then 0.95 else 0 end as gpu_cost_seconds,
    round((1 + n % 3001)::numeric / 399989, 15) as idle_cost_seconds,
    round((1 + n % 2003)::numeric / 799991, 15) as overhead_cost_seconds,
    round((1 + n % 1009)::numeric / 999983, 15) as management_cost_seconds,
    case when n % 10 = 1 then round((1 + n % 503)::numeric / 1599989, 15) else 0 end
      as storage_cost_seconds,
    0.125 * (1 + n % 16) as cpu_requested_core_seconds,
    268435456::numeric * (1 + n % 8) as memory_requested_byte_seconds,
    case when n % 97 = 0 then 1 else 0 end::numeric as gpu_requested_seconds,
    round(0.0873 * (1 + n % 16) + n::numeric / 99991, 12) as cpu_used_core_seconds,
    181403648::numeric * (1 + n % 8) as memory_used_byte_seconds,
    0.125 * (1 + n % 16) as cpu_charged_core_seconds,
    268435456::numeric * (1 + n % 8) as memory_charged_byte_seconds
  from (
    select organization_id, id, row_number() over (order by id) as number
    from clusters where organization_id = $1 order by id limit $2
  ) as cluster, generate_series(1, $3::integer) n`;

const descriptionsSql = `
  insert into owner_descriptions (organization_id, cluster_id, owner_uid, kind, namespace, name,
    labels, teams, departments, digest)
  select organization_id, cluster_id, uid, kind, namespace, name,
    ${labelsSql('name')},
    array['team-' || n % 40], array['department-' || n % 5], uuid_in(md5(uid::text)::cstring)
  from owner`;
