import { expect } from 'chai';
import { join } from 'node:path';
import { type Client, createClient } from './support/client.ts';
import { costplaneJson, serve } from './support/costplane.ts';
import { createDemoDatabase } from './support/demo-database.ts';
import { type ServedPlugins, serveWith } from './support/editions/serve-with.ts';
import { ours, writeConfig } from './support/editions/write-config.ts';
import { fixtures } from './support/paths.ts';
import { skip } from './support/skip.ts';
import { createKey } from './support/tenants.ts';
import { walk } from './support/walk.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- rows of either family
type Row = Readonly<Record<string, any>>;

const gib = 2 ** 30;
const contractPlugins = ours(
  'health',
  'organization',
  'clusters',
  'workloads',
  'nodes',
  'recommendations',
  'allocation',
  'volumes',
  'cost-metrics',
  'trends',
  'explorer',
  'focus-export',
);
const besideLegacy = (config: object) => [
  ...contractPlugins,
  { package: '@costplane/plugin-legacy', config: { money: 'text', ...config } },
];
const legacyScopes = [
  'node_groups:read',
  'costs:teams:read',
  'costs:departments:read',
  'overview:read',
];

/** Ten-thousandths of the currency. */
const units = (amount: string) => BigInt(amount.replace('.', ''));
const fromUnits = (amount: bigint) => {
  const text = amount.toString().padStart(5, '0');
  return `${text.slice(0, -4)}.${text.slice(-4)}`;
};

/**
 * Both families over one warehouse: the demo fleet, which has teams, metrics, recommendations and a
 * history, and the snapshots of a production cluster where they are at hand. What the legacy family
 * says is what the contract's routes say, in other words.
 */
describe('the legacy routes compared with the contract', () => {
  let served: ServedPlugins;
  let client: Client;
  let key: string;
  let environment: Readonly<Record<string, string>>;
  let production: string | undefined;

  before(async function () {
    this.timeout(Math.max(this.timeout(), 300_000));
    const database = await createDemoDatabase();
    const plain = { DATABASE_URL: database.url };
    if (fixtures !== undefined) production = await ingestProduction(plain, fixtures);
    served = await serveWith(besideLegacy({}), database);
    ({ client, environment } = served);
    key = await createKey(environment, 'demo');
  });
  after(() => served.stop());

  /** Into the organization of the demo fleet, so that every list holds both. */
  async function ingestProduction(plain: Readonly<Record<string, string>>, from: string) {
    let id = '';
    for (const name of ['01', '02']) {
      const file = join(from, `openb-gpu-cluster/${name}.json.zst`);
      const [result] = await costplaneJson<{ cluster_id: string }[]>(
        ['ingest', file, '--org', 'demo', '--cluster-name', 'openb'],
        plain,
      );
      id = result?.cluster_id ?? '';
    }
    return id;
  }

  const read = async (path: string, as = key): Promise<Row> => {
    const { status, text, body } = await client.get(path, as);
    expect(status, `${path}: ${text}`).to.equal(200);
    return body as Row;
  };
  const legacy = (path: string, as = key) => read(`/legacy${path}`, as);
  const contract = (path: string) => walk({ client, key, path }, 500) as Promise<readonly Row[]>;

  /** All rows of a list of the legacy family, in parts. */
  async function legacyRows(path: string, name: string, limit = 173): Promise<Row[]> {
    const rows: Row[] = [];
    for (let total = 1; rows.length < total;) {
      const separator = path.includes('?') ? '&' : '?';
      const part = await legacy(`${path}${separator}limit=${limit}&offset=${rows.length}`);
      if (part[name].length === 0) break;
      rows.push(...part[name]);
      total = part.total;
    }
    return rows;
  }

  const hourlyCost = ({ cost }: Row) => cost.current_run_rate_hourly?.amount ?? null;
  const clusterIds = async () => (await contract('/v1/clusters')).map(({ id }) => id as string);

  const toOlderNamespace = ({ metadata, utilization, cost }: Row) => ({
    name: metadata.name,
    cluster_id: metadata.cluster.id,
    cluster_name: metadata.cluster.name,
    team: metadata.team?.name ?? null,
    department: metadata.department?.name ?? null,
    workload_count: utilization.counts.workloads,
    pod_count: utilization.counts.pods,
    total_cpu_cores: utilization.cpu.requested_cores,
    total_memory_gb: utilization.memory.requested_bytes / gib,
    hourly_cost: hourlyCost({ cost }),
    container_count: utilization.counts.containers,
  });
  const toOlderNode = ({ id, metadata, capacity, utilization, cost }: Row) => ({
    id,
    node_uid: id,
    cluster_id: metadata.cluster.id,
    cluster_name: metadata.cluster.name,
    node_name: metadata.name,
    instance_type: metadata.instance_type,
    node_group: metadata.node_group,
    availability_zone: metadata.availability_zone,
    is_ready: metadata.is_ready,
    is_schedulable: metadata.is_schedulable,
    cpu_capacity: capacity.cpu.total_cores,
    cpu_allocatable: capacity.cpu.allocatable_cores,
    memory_capacity_gb: capacity.memory.total_bytes / gib,
    memory_allocatable_gb: capacity.memory.allocatable_bytes / gib,
    pods_capacity: null,
    pods_allocatable: capacity.pods.allocatable,
    hourly_cost: hourlyCost({ cost }),
    spot_instance: metadata.is_spot,
    pod_count: utilization.counts.pods,
  });
  /** By 730 hours, of an hourly cost that may be rounded by half a ten-thousandth. */
  const expectMonthly = ({ hourly_cost: hourly, monthly_cost: monthly }: Row) => {
    if (hourly === null) expect(monthly).to.equal(null);
    else expect(Math.abs(Number(units(monthly) - 730n * units(hourly)))).to.be.at.most(366);
  };
  const without = (row: Row, ...names: string[]) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

  it('serve the production cluster', async function () {
    if (production === undefined) skip(this, 'the production snapshots are not at hand');
    expect(await clusterIds()).to.include(production);
  });

  it('GET /v1/namespaces: the namespaces of the contract, in their order', async () => {
    const expected = (await contract('/v1/namespaces')).map(toOlderNamespace);
    const rows = await legacyRows('/v1/namespaces', 'namespaces', 7);
    expect(rows.map((row) => without(row, 'monthly_cost', 'efficiency_score'))).to.eql(expected);
    rows.forEach(expectMonthly);
    expect(rows.some(({ team, efficiency_score: score }) => team !== null && score > 0)).to.equal(
      true,
    );

    const { total, summary } = await legacy('/v1/namespaces?limit=1');
    const [sums] = await served.database.sql<{ hourly: string }>(
      `select round(sum(run_rate_legacy_hourly), 4)::text as hourly from namespaces
        where gone_at is null`,
    );
    const sum = (name: string) => rows.reduce((all, row) => all + Number(row[name]), 0);
    expect(total).to.equal(rows.length);
    expect(summary).to.eql({
      total_hourly_cost: sums?.hourly,
      total_pods: sum('pod_count'),
      total_workloads: sum('workload_count'),
    });
  });

  it('GET /v1/namespaces: filters', async () => {
    const all = await legacyRows('/v1/namespaces', 'namespaces');
    const {
      team,
      department,
      cluster_id: cluster,
    } = all.find((row) => row.team !== null && row.department !== null)!;
    for (const [query, matches] of [
      [`team=${team}`, (row: Row) => row.team === team],
      [`department=${department}`, (row: Row) => row.department === department],
      [`cluster_id=${cluster}`, (row: Row) => row.cluster_id === cluster],
    ] as const) {
      const rows = await legacyRows(`/v1/namespaces?${encodeURI(query)}`, 'namespaces');
      expect(rows).to.eql(all.filter(matches));
    }
  });

  it('GET /v1/namespaces/{namespace_name}/details: with all of its workloads', async () => {
    for (const cluster of await clusterIds()) {
      const [row] = await legacyRows(`/v1/namespaces?cluster_id=${cluster}`, 'namespaces');
      const name = encodeURIComponent(row!.name);
      const { workloads, ...namespace } = await legacy(
        `/v1/namespaces/${name}/details?cluster_id=${cluster}`,
      );
      const expected = await contract(`/v1/clusters/${cluster}/workloads?namespace=${name}`);
      expect(namespace).to.eql(row);
      expect(workloads).to.eql(
        expected.map(({ id, metadata, utilization, cost }) => ({
          id,
          workload_name: metadata.name,
          workload_kind: metadata.workload_kind,
          replicas: utilization.replicas?.desired ?? null,
          available_replicas: utilization.replicas?.available ?? null,
          cpu_request: utilization.cpu.requested_cores,
          memory_request_gb: utilization.memory.requested_bytes / gib,
          hourly_cost: hourlyCost({ cost }),
        })),
      );
    }
  });

  it('GET /v1/namespaces/{namespace_name}/trends: the points of the cost trend', async () => {
    for (const [timeframe, granularity, days] of [
      ['24h', 'hourly', 1],
      ['360d', 'daily', 360],
    ] as const) {
      let known = 0;
      for (const cluster of await clusterIds()) {
        const [row] = await legacyRows(`/v1/namespaces?cluster_id=${cluster}`, 'namespaces');
        const name = encodeURIComponent(row!.name);
        const { data_points: points } = await legacy(
          `/v1/namespaces/${name}/trends?cluster_id=${cluster}&timeframe=${timeframe}`,
        );
        const end = Math.floor(Date.now() / 1000);
        const { data } = await read(
          `/v1/clusters/${cluster}/namespaces/${name}/cost-trend?type=run_rate` +
            `&granularity=${granularity}&start=${end - days * 86_400}&end=${end}`,
        );
        // The first day of the contract's trend is the part of it that is in the window.
        const trend = new Map<string, string>(
          data.points.map(({ bucket_start: at, total_cost: cost }: Row) => [at, cost.amount]),
        );
        const shared = points.filter(({ timestamp }: Row) => trend.has(timestamp));
        expect(shared.length).to.be.at.least(trend.size - 1);
        for (const { timestamp, hourly_cost: hourly, cpu_usage: cores } of shared) {
          const monthly = Number(units(trend.get(timestamp)!));
          expect(Number(units(hourly)) * 730).to.be.closeTo(monthly, 366);
          if (cores > 0) known += 1;
        }
      }
      expect(known, timeframe).to.be.greaterThan(0);
    }
  });

  it('GET /v1/nodes: the nodes of the contract, in their order', async () => {
    const expected = (await contract('/v1/nodes')).map(toOlderNode);
    const rows = await legacyRows('/v1/nodes', 'nodes', 500);
    expect(rows.map((row) => without(row, 'monthly_cost'))).to.eql(expected);
    rows.forEach(expectMonthly);
    expect((await legacy('/v1/nodes?limit=1')).total).to.equal(rows.length);
    const { node_group: group, cluster_id: cluster } = rows.find((row) => row.node_group !== '')!;
    const query = `node_group=${encodeURIComponent(group)}&cluster_id=${cluster}`;
    expect(await legacyRows(`/v1/nodes?${query}`, 'nodes')).to.eql(
      rows.filter((row) => row.node_group === group && row.cluster_id === cluster),
    );
  });

  it('GET /v1/nodes/{node_uid}/metrics: ends with what the node uses now', async () => {
    let measured = 0;
    for (const cluster of await clusterIds()) {
      const nodes = await contract(`/v1/clusters/${cluster}/nodes`);
      // One that was created within the hour may have no day yet.
      const [{ id, utilization, metadata, capacity }] = nodes.toSorted((one, other) =>
        one.metadata.created_at_k8s.localeCompare(other.metadata.created_at_k8s),
      ) as [Row];
      const { data_points: points, ...rest } = await legacy(
        `/v1/nodes/${id}/metrics?cluster_id=${cluster}`,
      );
      expect(rest).to.eql({ node_uid: id, cluster_id: cluster, timeframe: '24h' });
      if (utilization.cpu.used_cores === undefined) {
        expect(points).to.eql([]);
        continue;
      }
      measured += 1;
      expect(points.at(-1)).to.deep.include({
        timestamp: metadata.last_seen_at,
        cpu_usage: utilization.cpu.used_cores,
        cpu_capacity: capacity.cpu.total_cores,
        memory_usage_bytes: utilization.memory.used_bytes,
        memory_capacity_bytes: capacity.memory.total_bytes,
      });
      expect(points.length).to.be.within(2, 3);
      for (const { cpu_usage_percent: cpu, memory_usage_percent: memory } of points) {
        expect([cpu, memory].every((percent) => percent > 0 && percent <= 100)).to.equal(true);
      }
    }
    expect(measured).to.be.greaterThan(0);
  });

  it('GET /v1/node-groups and {group_name}/details: the groups of the contract', async () => {
    const { data } = await read('/v1/node-groups');
    const rows = await legacyRows('/v1/node-groups', 'node_groups', 3);
    expect(rows.map((row) => without(row, 'instance_type'))).to.eql(
      data.map(({ id, metadata, capacity, utilization, cost }: Row) => ({
        id,
        name: metadata.name,
        cluster_id: metadata.cluster.id,
        cluster_name: metadata.cluster.name,
        node_count: utilization.counts.nodes,
        total_cpu_cores: capacity.cpu.total_cores,
        total_memory_gb: capacity.memory.total_bytes / gib,
        spot_percentage: metadata.spot_percentage,
        hourly_cost: hourlyCost({ cost }),
      })),
    );
    for (const [index, { metadata, utilization }] of (data as Row[]).entries()) {
      const row = rows[index]!;
      expect(metadata.instance_types.length === 0 ? [''] : metadata.instance_types).to.include(
        row.instance_type,
      );
      const { nodes, ...group } = await legacy(
        `/v1/node-groups/${encodeURIComponent(row.name)}/details?cluster_id=${row.cluster_id}`,
      );
      expect(group).to.eql({
        ...row,
        avg_cpu_utilization: utilization.cpu.utilization_percent ?? null,
        avg_memory_utilization: utilization.memory.utilization_percent ?? null,
      });
      expect(nodes).to.have.length(row.node_count);
    }
  });

  for (const [path, name, one] of [
    ['/v1/teams', 'teams', 'team'],
    ['/v1/departments', 'departments', 'department'],
  ] as const) {
    it(`GET /v1/costs/${name}: the same costs as ${path}`, async () => {
      const expected = await contract(path);
      const rows = await legacyRows(`/v1/costs/${name}`, name, 2);
      const { total, summary } = await legacy(`/v1/costs/${name}?limit=1`);
      expect(
        rows.map((row) => ({
          name: row[one],
          workloads: row.workload_count,
          teams: row.team_count,
          hourly: row.hourly_cost,
        })),
      ).to.eql(
        expected.map((row) => ({
          name: row.metadata.name,
          workloads: row.assigned_workloads,
          teams: row.teams,
          hourly: hourlyCost(row),
        })),
      );
      rows.forEach(expectMonthly);
      expect(total).to.equal(expected.length);
      expect(rows[0]!.pod_count).to.be.greaterThan(0);
      expect(rows[0]!.namespace_count).to.be.greaterThan(0);
      const sum = rows.reduce((all, row) => all + units(row.hourly_cost), 0n);
      const difference = units(summary.total_hourly_cost) - sum;
      expect(Math.abs(Number(difference)), fromUnits(sum)).to.be.at.most(rows.length);

      const [cluster = ''] = await clusterIds();
      const confined = await createKey(environment, 'demo', { clusters: [cluster] });
      const own = await legacy(`/v1/costs/${name}`, confined);
      const filtered = await legacy(`/v1/costs/${name}?cluster_id=${cluster}`);
      // A confined key knows those who own something in its clusters, and their teams.
      const isKnown = (row: Row) => own[name].some((each: Row) => each[one] === row[one]);
      const figures = (row: Row) => without(row, 'team_count');
      expect(own[name].map(figures)).to.eql(filtered[name].filter(isKnown).map(figures));
      for (const row of filtered[name].filter((each: Row) => !isKnown(each))) {
        expect(row).to.include({ hourly_cost: '0.0000', workload_count: 0 });
      }
      expect(own.summary).to.eql(filtered.summary);
    });
  }

  it('GET /v1/overview and /v1/dashboard: the same numbers as the organization and its dashboard', async () => {
    const { data: organization } = await read('/v1/organization');
    const { data: dashboard } = await read('/v1/organization/dashboard');
    const overview = await legacy('/v1/overview');
    const { counts } = organization.utilization;
    expect(overview).to.include({
      organization_id: organization.id,
      cluster_count: counts.clusters,
      total_nodes: counts.nodes,
      total_pods: counts.pods,
      total_workloads: counts.workloads,
      total_hourly_cost: hourlyCost(organization),
      avg_cpu_utilization: organization.utilization.cpu.utilization_percent,
      avg_memory_utilization: organization.utilization.memory.utilization_percent,
      recommendation_count: counts.recommendations,
      mtd_actual_cost: dashboard.month_to_date.billed_cost.amount,
    });
    expect(overview.connected_cluster_count).to.be.at.most(counts.clusters);
    const savings = units(dashboard.savings.current_hourly_potential.amount) * 730n;
    expect(Math.abs(Number(units(overview.potential_monthly_savings) - savings))).to.be.below(367);
    expect(overview.efficiency_score).to.be.within(1, 100);

    const { top_clusters: top, ...rest } = await legacy('/v1/dashboard');
    const { calendar } = dashboard.month_to_date;
    const own = ['avg_cpu_utilization', 'avg_memory_utilization', 'recommendation_count'];
    expect(without(rest, 'connected_cluster_count')).to.eql({
      ...without(overview, ...own, 'connected_cluster_count'),
      node_count: counts.nodes,
      pod_count: counts.pods,
      days_elapsed: calendar.days_elapsed,
      days_in_month: calendar.days_in_month,
      total_recommendations: counts.recommendations,
    });
    expect(top.map((row: Row) => without(row, 'efficiency'))).to.eql(
      dashboard.top_clusters.map(({ cluster, ...row }: Row) => ({
        cluster_id: cluster.id,
        cluster_name: cluster.name,
        hourly_cost: row.current_run_rate_hourly.amount,
      })),
    );
  });

  it('does not change the contract, and its scopes grant no access to it', async () => {
    const full = await costplaneJson<Row>(['openapi']);
    const both = await costplaneJson<Row>(['openapi', '--config', environment.COSTPLANE_CONFIG!]);
    for (const [path, item] of Object.entries(full.paths)) {
      expect(both.paths[path], path).to.eql(item);
    }
    const added = Object.keys(both.paths).filter((path) => !(path in full.paths));
    expect(added).to.have.length(11);
    expect(added.every((path) => path.startsWith('/legacy/v1/'))).to.equal(true);
    for (const scope of legacyScopes) expect(JSON.stringify(full)).to.not.contain(scope);
    const legacyKey = await createKey(environment, 'demo', { scopes: legacyScopes });
    for (const path of ['/v1/nodes', '/v1/node-groups', '/v1/teams', '/v1/organization']) {
      const { status, body } = await client.get(path, legacyKey);
      expect([status, body.error.code]).to.eql([403, 'FORBIDDEN']);
    }
    expect((await client.get('/legacy/v1/overview', legacyKey)).status).to.equal(200);
  });

  it('is off unless it is loaded', async () => {
    const off = await serve({ DATABASE_URL: environment.DATABASE_URL });
    try {
      const { status, body } = await (await createClient(off.url)).get('/legacy/v1/overview', key);
      expect([status, body.error.code]).to.eql([404, 'BAD_REQUEST']);
    } finally {
      await off.stop();
    }
  });

  it("with the prefix '' serves routes that do not collide, and logs the others", async () => {
    const config = await writeConfig(served.folder, 'bare', besideLegacy({ prefix: '' }));
    const bare = await serve({ ...environment, COSTPLANE_CONFIG: config });
    try {
      const bareClient = await createClient(bare.url);
      const get = async (path: string) => (await bareClient.get(path, key)).body as Row;
      for (const path of ['/v1/namespaces', '/v1/nodes', '/v1/node-groups']) {
        expect(await get(`${path}?limit=1`)).to.have.all.keys('data', 'meta');
      }
      expect(await get('/v1/overview')).to.have.property('run_rate');
      expect(await get('/v1/costs/teams')).to.have.all.keys('teams', 'total', 'summary');
      const [{ id }] = (await get('/v1/nodes?limit=1')).data;
      expect((await get(`/v1/nodes/${id}`)).data.id).to.equal(id);
      expect(await get(`/v1/nodes/${id}/metrics`)).to.have.property('detail');
    } finally {
      await bare.stop();
    }
    const said = bare.output.stdout + bare.output.stderr;
    for (const [path, owner] of [
      ['/v1/namespaces', 'clusters'],
      ['/v1/nodes', 'nodes'],
      ['/v1/node-groups', 'nodes'],
    ]) {
      expect(said).to.contain(
        `GET ${path} is left out: @costplane/plugin-${owner} serves this path`,
      );
    }
    expect(said.match(/is left out/g)).to.have.length(3);
  });
});
