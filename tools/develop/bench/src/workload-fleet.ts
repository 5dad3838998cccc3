import { type Client } from 'pg';
import { createFleet, type Fleet } from './fleet.ts';

/** How many workloads an organization has, over how many clusters. */
export interface FleetSize {
  readonly clusters: number;
  readonly workloadsPerCluster: number;
}

/** A fifth of the workloads lie in it; the others are spread over many small namespaces. */
export const largeNamespace = 'shop';
/** Owns another fifth of them, through their namespaces. */
export const largeTeam = 'checkout';

/** Makes organizations of workloads: `own` is the size of the first, `others` of the rest. */
export const createWorkloadFleet = (
  own: FleetSize,
  others: FleetSize & { readonly organizations: number } = { ...own, organizations: 0 },
): Promise<Fleet> =>
  createFleet(
    1 + others.organizations,
    ['workloads:read'],
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
  await client.query(workloadsSql, [organizations, workloadsPerCluster]);
  await client.query('analyze');
  await client.query(
    `insert into teams (organization_id, name)
      select o, case n when 0 then $2 else 'team ' || n end
      from unnest($1::uuid[]) o, generate_series(0, 9) n`,
    [organizations, largeTeam],
  );
  await client.query(assignmentsSql, [organizations, largeTeam]);
}

/** Amounts repeat, so that pages end in the middle of ties. */
const workloadsSql = `
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
    jsonb_build_object('app.kubernetes.io/name', 'workload-' || n, 'tier', 'backend'),
    'default', 'Available', 'MinimumReplicasAvailable', n % 10 = 0, now(), now(),
    2, 2147483648, 1.25, 0.4375, 1073741824, 536870912, 3, 3, 0, 3, 3, 3, 6, 1,
    (n % 5003)::numeric / 997, (n % 101)::numeric / 9973, 0, 0, now()
  from clusters as cluster, generate_series(1, $2) n
  where cluster.organization_id = any ($1::uuid[])`;

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
