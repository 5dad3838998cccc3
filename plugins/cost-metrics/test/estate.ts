import { type TestApplication } from '@costplane/plugin-testing';

type Row = Readonly<Record<string, unknown>>;

export const now = new Date('2026-07-15T19:33:00Z');
const seenAt = '2026-07-15T19:32:30Z';
export const gib = 1024 ** 3;

/** An organization, and rows of what it has. */
export async function createEstate(app: TestApplication, name: string) {
  const organization = await app.createOrganization(name, 'EUR');
  const insert = async (table: string, row: Row) => {
    await app.insert(table, { organization_id: organization, ...row });
    return row;
  };
  const ofCluster = (clusterId: string) => ({
    cluster_id: clusterId,
    last_seen_at: seenAt,
    cost_updated_at: seenAt,
  });
  return {
    organization,
    insert,
    createKey: (allowedClusterIds: readonly string[] | null = null) =>
      app.createKey(organization, {
        scopes: ['metrics:read'],
        allowedClusterIds,
        requestsPerMinute: 100_000,
      }),
    async addCluster(clusterName: string, own: Row = {}) {
      const id = crypto.randomUUID();
      await insert('clusters', {
        id,
        name: clusterName,
        status: 'active',
        last_seen_at: seenAt,
        cost_updated_at: seenAt,
        compute_cpu_hourly: '2',
        compute_ram_hourly: '1',
        compute_gpu_hourly: '0',
        storage_pv_hourly: '0.25',
        management_hourly: '0.1',
        workloads_legacy_hourly: '1.5',
        workloads_all_hourly: '1.75',
        cpu_requested_cores: '1.5',
        cpu_allocatable_cores: '3.5',
        memory_requested_bytes: 6 * gib,
        memory_allocatable_bytes: 14 * gib,
        ...own,
      });
      return id;
    },
    addNamespace: (clusterId: string, own: Row) =>
      insert('namespaces', {
        id: crypto.randomUUID(),
        ...ofCluster(clusterId),
        cpu_requested_cores: '1',
        memory_requested_bytes: gib,
        workloads: 1,
        deployments: 1,
        statefulsets: 0,
        daemonsets: 0,
        jobs: 0,
        cronjobs: 0,
        pods: 1,
        running_pods: 1,
        containers: 1,
        persistent_volumes: 0,
        compute_cpu_hourly: '1',
        compute_ram_hourly: '0.5',
        storage_pv_hourly: '0.25',
        workloads_legacy_hourly: '1.5',
        workloads_all_hourly: '1.5',
        ...own,
      }),
    addWorkload: (clusterId: string, own: Row) =>
      insert('workloads', {
        uid: crypto.randomUUID(),
        ...ofCluster(clusterId),
        namespace: 'shop',
        kind: 'Deployment',
        cpu_limit_cores: '0',
        memory_limit_bytes: 0,
        cpu_requested_cores: '0.25',
        memory_requested_bytes: gib,
        pods: 1,
        running_pods: 1,
        containers: 1,
        compute_cpu_hourly: '0.5',
        compute_ram_hourly: '0.25',
        ...own,
      }),
    addNode: (clusterId: string, own: Row) =>
      insert('nodes', {
        uid: crypto.randomUUID(),
        ...ofCluster(clusterId),
        name: 'node-a',
        provider_id: 'aws:///eu-west-1a/i-0a',
        instance_type: 'm5.xlarge',
        node_group: 'general',
        region: 'eu-west-1',
        architecture: 'amd64',
        is_spot: false,
        is_ready: true,
        is_schedulable: true,
        cpu_total_cores: '4',
        cpu_allocatable_cores: '3.5',
        memory_total_bytes: 16 * gib,
        memory_allocatable_bytes: 14 * gib,
        gpu_total: 0,
        gpu_allocatable: 0,
        ephemeral_storage_total_bytes: 0,
        pods_allocatable: 110,
        compute_cpu_hourly: '0.8',
        compute_ram_hourly: '0.32',
        compute_gpu_hourly: null,
        workloads_hourly: '0.5',
        pricing_source: 'price_book',
        ...own,
      }),
    async addTeam(teamName: string, departmentName?: string) {
      const id = crypto.randomUUID();
      const departmentId = departmentName === undefined ? null : crypto.randomUUID();
      if (departmentId) await insert('departments', { id: departmentId, name: departmentName });
      await insert('teams', { id, name: teamName, department_id: departmentId });
      return id;
    },
    assign: (clusterId: string, teamId: string, type: string, identifier: string, weight = '100') =>
      insert('team_assignments', {
        cluster_id: clusterId,
        team_id: teamId,
        entity_type: type,
        entity_identifier: identifier,
        entity_name: identifier,
        entity_namespace: 'shop',
        weight_percentage: weight,
        source: 'user_manual',
      }),
  };
}

export type Estate = Awaited<ReturnType<typeof createEstate>>;
