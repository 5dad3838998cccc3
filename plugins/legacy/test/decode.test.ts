import { expect } from 'chai';
import { bootOlderApplication, type OlderApplication } from './legacy-application.ts';

/** Types of a Go client, whose decoder takes null for any of them. */
type GoType = 'float64' | 'int' | 'string' | 'bool' | readonly [Struct] | Struct;
interface Struct {
  readonly [field: string]: GoType;
}

/** Throws as `encoding/json` does, and where a field is not there, which would be decoded as zero. */
function decode(value: unknown, type: GoType, path = ''): void {
  if (value === null) return;
  if (Array.isArray(type)) {
    expect(value, path).to.be.an('array');
    (value as unknown[]).forEach((item, index) => {
      decode(item, (type as readonly [Struct])[0], `${path}[${index}]`);
    });
  } else if (typeof type === 'object') {
    expect(value, path).to.include.keys(Object.keys(type));
    for (const [field, of] of Object.entries(type)) {
      decode((value as Record<string, unknown>)[field], of, `${path}.${field}`);
    }
  } else {
    const isRight = {
      float64: typeof value === 'number',
      int: Number.isInteger(value),
      string: typeof value === 'string',
      bool: typeof value === 'boolean',
    }[type as 'int'];
    expect(isRight, `${path} is ${JSON.stringify(value)}, no ${type}`).to.equal(true);
  }
}

const node: Struct = {
  id: 'string',
  cluster_id: 'string',
  cluster_name: 'string',
  node_name: 'string',
  instance_type: 'string',
  node_group: 'string',
  availability_zone: 'string',
  is_ready: 'bool',
  is_schedulable: 'bool',
  cpu_capacity: 'float64',
  cpu_allocatable: 'float64',
  memory_capacity_gb: 'float64',
  memory_allocatable_gb: 'float64',
  pods_capacity: 'int',
  pods_allocatable: 'int',
  hourly_cost: 'float64',
  spot_instance: 'bool',
  pod_count: 'int',
  monthly_cost: 'float64',
};
const nodeGroup: Struct = {
  id: 'string',
  name: 'string',
  cluster_id: 'string',
  cluster_name: 'string',
  node_count: 'int',
  instance_type: 'string',
  total_cpu_cores: 'float64',
  total_memory_gb: 'float64',
  spot_percentage: 'float64',
  hourly_cost: 'float64',
};
const namespace: Struct = {
  name: 'string',
  cluster_id: 'string',
  cluster_name: 'string',
  team: 'string',
  department: 'string',
  workload_count: 'int',
  pod_count: 'int',
  total_cpu_cores: 'float64',
  total_memory_gb: 'float64',
  hourly_cost: 'float64',
  monthly_cost: 'float64',
  efficiency_score: 'float64',
  container_count: 'int',
};
const workload: Struct = {
  id: 'string',
  workload_name: 'string',
  workload_kind: 'string',
  replicas: 'int',
  available_replicas: 'int',
  cpu_request: 'float64',
  memory_request_gb: 'float64',
  hourly_cost: 'float64',
};
const owner: Struct = {
  workload_count: 'int',
  pod_count: 'int',
  total_cpu_cores: 'float64',
  total_memory_gb: 'float64',
  hourly_cost: 'float64',
  monthly_cost: 'float64',
};
const costSummary: Struct = { total_hourly_cost: 'float64', total_monthly_cost: 'float64' };
const totals: Struct = {
  organization_id: 'string',
  cluster_count: 'int',
  total_hourly_cost: 'float64',
  total_monthly_cost: 'float64',
  potential_monthly_savings: 'float64',
  mtd_actual_cost: 'float64',
  run_rate: 'float64',
  efficiency_score: 'float64',
};

const cluster = '00000000-0000-4000-8000-000000000001';
const uid = '00000000-0000-4000-8000-000000000002';
const of = `cluster_id=${cluster}`;

const routes: readonly [path: string, type: Struct][] = [
  [
    '/v1/namespaces',
    {
      namespaces: [namespace],
      total: 'int',
      summary: { total_hourly_cost: 'float64', total_pods: 'int', total_workloads: 'int' },
    },
  ],
  [`/v1/namespaces/shop/details?${of}`, { ...namespace, workloads: [workload] }],
  [
    `/v1/namespaces/shop/trends?${of}`,
    {
      namespace_name: 'string',
      cluster_id: 'string',
      timeframe: 'string',
      data_points: [
        {
          timestamp: 'string',
          cpu_usage: 'float64',
          memory_usage_bytes: 'float64',
          hourly_cost: 'float64',
        },
      ],
    },
  ],
  ['/v1/nodes', { nodes: [node], total: 'int' }],
  [
    `/v1/nodes/${uid}/metrics?${of}`,
    {
      node_uid: 'string',
      cluster_id: 'string',
      timeframe: 'string',
      data_points: [
        {
          timestamp: 'string',
          cpu_usage: 'float64',
          cpu_capacity: 'float64',
          memory_usage_bytes: 'float64',
          memory_capacity_bytes: 'float64',
          cpu_usage_percent: 'float64',
          memory_usage_percent: 'float64',
        },
      ],
    },
  ],
  ['/v1/node-groups', { node_groups: [nodeGroup], total: 'int' }],
  [
    `/v1/node-groups/pool/details?${of}`,
    {
      ...nodeGroup,
      avg_cpu_utilization: 'float64',
      avg_memory_utilization: 'float64',
      nodes: [node],
    },
  ],
  [
    '/v1/costs/teams',
    {
      teams: [{ ...owner, team: 'string', namespace_count: 'int' }],
      total: 'int',
      summary: costSummary,
    },
  ],
  [
    '/v1/costs/departments',
    {
      departments: [{ ...owner, department: 'string', team_count: 'int' }],
      total: 'int',
      summary: costSummary,
    },
  ],
  [
    '/v1/overview',
    {
      ...totals,
      connected_cluster_count: 'int',
      total_nodes: 'int',
      total_pods: 'int',
      total_workloads: 'int',
      avg_cpu_utilization: 'float64',
      avg_memory_utilization: 'float64',
      recommendation_count: 'int',
    },
  ],
  [
    '/v1/dashboard',
    {
      ...totals,
      node_count: 'int',
      pod_count: 'int',
      days_elapsed: 'int',
      days_in_month: 'int',
      total_recommendations: 'int',
      top_clusters: [
        {
          cluster_id: 'string',
          cluster_name: 'string',
          hourly_cost: 'float64',
          efficiency: 'float64',
        },
      ],
    },
  ],
];

describe('a typed client of the legacy family', () => {
  let older: OlderApplication;
  before(async () => {
    older = await bootOlderApplication('/legacy', { money: 'number' });
    const cost = { compute_cpu_hourly: '0.12345', compute_ram_hourly: '0' };
    await older.cluster('alpha', {
      id: cluster,
      ...cost,
      last_seen_at: '2026-07-15T19:32:30Z',
      nodes: 2,
      pods: 3,
      workloads: 1,
      cpu_used_cores: '2',
      measured_allocatable_cores: '8',
      memory_used_bytes: 512,
      measured_allocatable_bytes: 1024,
    });
    await older.namespace(cluster, 'shop', cost);
    await older.workload(cluster, 'shop', 'web', cost);
    await older.node(cluster, 'n1', {
      ...cost,
      uid,
      node_group: 'pool',
      cpu_used_cores: '1.5',
      memory_used_bytes: 2 ** 30,
    });
    await older.insert('namespace_hours', {
      cluster_id: cluster,
      namespace: 'shop',
      hour: '2026-07-15T18:00:00Z',
      seconds: 3600,
      cpu_cost_seconds: '360',
      memory_cost_seconds: '0',
      gpu_cost_seconds: null,
      idle_cost_seconds: '7',
      overhead_cost_seconds: '7',
      storage_cost_seconds: '7',
    });
    const department = await older.named('departments', 'retail');
    const team = await older.named('teams', 'web', { department_id: department });
    await older.assign(team, cluster, ['namespace', 'shop']);
  });
  after(() => older.app.stop());

  it('covers every route', () => {
    expect(routes).to.have.length(Object.keys(older.app.document.paths).length);
  });

  for (const [path, type] of routes) {
    it(`decodes GET ${path.replace(/\?.*/, '')}`, async () => {
      decode(await older.read(path), type);
    });
  }

  it('gets the points of trends and metrics', async () => {
    const [trends = '', metrics = ''] = [routes[2]?.[0], routes[4]?.[0]];
    expect((await older.read(trends)).data_points).to.have.length(1);
    expect((await older.read(metrics)).data_points).to.not.have.length(0);
  });

  it('gets amounts as the nearest floats', async () => {
    const { nodes } = await older.read('/v1/nodes');
    expect(nodes[0].hourly_cost).to.equal(0.1235);
    const dashboard = await older.read('/v1/dashboard');
    expect(dashboard).to.include({ node_count: 2, pod_count: 3, efficiency_score: 37.5 });
    expect(dashboard.top_clusters[0]).to.include({ hourly_cost: 0.1235, efficiency: 37.5 });
  });
});
