import { type Client } from 'pg';
import { fillClusters } from './cluster-fleet.ts';
import { createFleet, type Fleet } from './fleet.ts';
import { keepFleet } from './kept-fleets.ts';
import { labelsSql } from './labels.ts';
import { type Run } from './scenario.ts';

/** How many workloads an organization has, over how many clusters. */
export interface FleetSize {
  readonly clusters: number;
  readonly workloadsPerCluster: number;
}

/** A fifth of the workloads lie in it; the others are spread over many small namespaces. */
export const largeNamespace = 'shop';
/** Owns another fifth of them, through their namespaces. */
export const largeTeam = 'checkout';

/** Half a million workloads of one organization; 20,000 for a quick run. */
export const manyWorkloads = ({ isQuick, say }: Run): Promise<Fleet> =>
  keepFleet('many workloads', () => {
    const size = { clusters: 50, workloadsPerCluster: isQuick ? 400 : 10_000 };
    say(`making ${size.clusters * size.workloadsPerCluster} workloads in one organization`);
    return createWorkloadFleet(size);
  });

/**
 * Organizations of 500 clusters each; workloads and nodes are in the first ten of them. For the
 * pages of the first organization, beside the others.
 */
export const listFleet = ({ isQuick, say }: Run): Promise<Fleet> =>
  keepFleet('lists', () => {
    const [organizations, workloads, nodes] = isQuick ? [3, 300, 30] : [10, 1_000, 100];
    say(`making ${organizations} organizations of 500 clusters, workloads and nodes`);
    const scopes = ['clusters:read', 'workloads:read', 'nodes:read'];
    return createFleet(organizations, scopes, async (client) => {
      await fillClusters(client, 500);
      await client.query(`create temporary table chosen as
        select organization_id, id from (
          select *, row_number() over (partition by organization_id order by name) as nth from clusters
        ) as cluster where nth <= 10`);
      await client.query(workloadsSql, [workloads]);
      await client.query(nodesSql, [nodes]);
      await client.query('drop table chosen');
    });
  });

/** What `listFleet` has, in a few words. */
export const describeLists = ({ isQuick }: Run) =>
  isQuick
    ? 'first of 3 organizations of 500 clusters, 3,000 workloads, 300 nodes; 12 labels each'
    : 'first of 10 organizations of 500 clusters, 10,000 workloads, 1,000 nodes; 12 labels each';

/** Makes organizations of workloads: `own` is the size of the first, `others` of the rest. */
export const createWorkloadFleet = (
  own: FleetSize,
  others: FleetSize & { readonly organizations: number } = { ...own, organizations: 0 },
): Promise<Fleet> =>
  createFleet(
    1 + others.organizations,
    ['workloads:read', 'metrics:read', 'teams:read'],
    async (client, [first = '', ...rest]) => {
      await fill(client, [first], own);
      if (rest.length > 0) await fill(client, rest, others);
    },
  );

async function fill(
  client: Client,
  organizations: readonly string[],
  { clusters, workloadsPerCluster }: FleetSize,
): Promise<void> {
  await client.query(
    `insert into clusters (organization_id, name)
      select o, 'cluster ' || n from unnest($1::uuid[]) o, generate_series(1, $2) n`,
    [organizations, clusters],
  );
  await client.query(
    `create temporary table chosen as
      select organization_id, id from clusters where organization_id = any ($1::uuid[])`,
    [organizations],
  );
  await client.query(workloadsSql, [workloadsPerCluster]);
  await client.query('drop table chosen');
  await client.query('analyze');
  await client.query(
    `insert into teams (organization_id, name)
      select o, case n when 0 then $2 else 'team ' || n end
      from unnest($1::uuid[]) o, generate_series(0, 9) n`,
    [organizations, largeTeam],
  );
  await client.query(assignmentsSql, [organizations, largeTeam]);
}

/** In the clusters of the table `chosen`. Amounts repeat, so that pages end in the middle of ties. */
export const workloadsSql = `
  insert into workloads (
    organization_id, cluster_id, uid, namespace, name, kind, labels, service_account_name,
    status, status_reason, has_hpa, created_at_k8s, last_seen_at,
    cpu_limit_cores, memory_limit_bytes, cpu_requested_cores, cpu_used_cores,
    memory_requested_bytes, memory_used_bytes,
    replicas_desired, replicas_available, replicas_unavailable, replicas_updated,
    pods, running_pods, containers, restarts_total,
    compute_cpu_hourly, compute_ram_hourly, compute_gpu_hourly, storage_pv_hourly, cost_updated_at
  )
  select cluster.organization_id, cluster.id, gen_random_uuid(),
    case n % 5 when 0 then 'shop' else 'namespace-' || n % 100 end, 'workload-' || n,
    (array['Deployment', 'StatefulSet', 'DaemonSet', 'CronJob'])[1 + n % 4],
    ${labelsSql(`'workload-' || n`)},
    'default', 'Available', 'MinimumReplicasAvailable', n % 10 = 0, now(), now(),
    2, 2147483648, 1.25, round(0.4375 + n::numeric / 99991, 9), 1073741824, 536870912, 3, 3, 0, 3, 3, 3, 6, 1,
    round((n % 5003)::numeric / 997, 12), round((n % 101)::numeric / 9973, 12), 0, 0, now()
  from (select organization_id, id from chosen) as cluster, generate_series(1, $1) n`;

/** In the clusters of the table `chosen`. */
const nodesSql = `
  insert into nodes (
    organization_id, cluster_id, uid, name, provider_id, instance_type, node_group, region,
    availability_zone, node_role, capacity_type, architecture, operating_system, kubelet_version,
    is_spot, is_ready, is_schedulable, labels, created_at_k8s, last_seen_at,
    cpu_total_cores, cpu_allocatable_cores, memory_total_bytes, memory_allocatable_bytes,
    gpu_total, gpu_allocatable, ephemeral_storage_total_bytes, pods_allocatable,
    cpu_requested_cores, memory_requested_bytes, cpu_used_cores, memory_used_bytes,
    pods, running_pods, compute_cpu_hourly, compute_ram_hourly, compute_gpu_hourly,
    workloads_hourly, on_demand_equivalent_hourly, pricing_source, cost_updated_at
  )
  select organization_id, id, gen_random_uuid(), 'node-' || n, 'aws:///eu-west-1a/i-' || n,
    'm6i.4xlarge', 'group-' || n % 5, 'eu-west-1', 'eu-west-1a', 'worker', 'on-demand', 'amd64',
    'linux', 'v1.33.4', false, true, true, ${labelsSql(`'node-' || n`)}, now(), now(),
    16, 15.89, 68719476736, 65498251264, 0, 0, 107374182400, 234, 11.5, 42949672960,
    round(6.5 + n::numeric / 997, 9), 32212254720, 40, 39,
    round(0.3 + (n % 503)::numeric / 9973, 12), round(0.2 + (n % 101)::numeric / 99991, 12), 0,
    0.312345678901, 0.768, 'price_book', now()
  from chosen, generate_series(1, $1) n`;

/** One of five namespaces in the rest is the large team's, so that it owns a fifth as well. */
const assignmentsSql = `
  insert into team_assignments (organization_id, team_id, cluster_id, entity_type,
    entity_identifier, entity_name, entity_namespace, weight_percentage, source)
  select team.organization_id, team.id, namespace.cluster_id, 'namespace',
    namespace.name, namespace.name, namespace.name, 100, 'k8s_label'
  from (
    select distinct organization_id, cluster_id, namespace as name,
      split_part(namespace, '-', 2)::integer as number
    from workloads where organization_id = any ($1::uuid[]) and namespace <> 'shop'
  ) as namespace
  join teams as team on team.organization_id = namespace.organization_id
    and team.name = case when number % 4 = 1 then $2 else 'team ' || 1 + number % 9 end`;
