import { type TestApplication } from '@costplane/plugin-testing';

/** Inserts a cluster; answers its id. */
export async function insertCluster(
  app: TestApplication,
  organization: string,
  name: string,
): Promise<string> {
  const id = crypto.randomUUID();
  await app.insert('clusters', { organization_id: organization, id, name, status: 'active' });
  return id;
}

/** A namespace, and what it costs per hour. */
export interface CostedNamespace {
  readonly organization: string;
  readonly cluster: string;
  readonly name: string;
  readonly hourly: string;
}

/** Inserts a namespace whose cost is all for cores. */
export async function insertNamespace(
  app: TestApplication,
  { organization, cluster, name, hourly }: CostedNamespace,
): Promise<void> {
  const now = new Date().toISOString();
  await app.insert('namespaces', {
    organization_id: organization,
    cluster_id: cluster,
    id: crypto.randomUUID(),
    name,
    last_seen_at: now,
    cost_updated_at: now,
    cpu_requested_cores: '1',
    memory_requested_bytes: 1024,
    persistent_volumes: 0,
    workloads: 0,
    deployments: 0,
    statefulsets: 0,
    daemonsets: 0,
    jobs: 0,
    cronjobs: 0,
    pods: 0,
    running_pods: 0,
    containers: 0,
    compute_cpu_hourly: hourly,
    compute_ram_hourly: '0',
    compute_gpu_hourly: '0',
    storage_pv_hourly: '0',
    workloads_legacy_hourly: '0',
    workloads_all_hourly: '0',
  });
}
