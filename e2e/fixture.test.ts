import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { type Client, createClient } from './support/client.ts';
import { costplane, costplaneJson, serve } from './support/costplane.ts';
import { createDatabase, type Database } from './support/database.ts';
import { fixtures } from './support/paths.ts';
import { skip } from './support/skip.ts';

interface FixtureNode {
  cpu_capacity_cores: number;
  memory_capacity_bytes: number;
  gpu_capacity: number;
  capacity_type: string;
}
interface FixtureSnapshot {
  nodes: FixtureNode[];
  jobs: { owner_cronjob: string }[];
  pvs: { capacity: number }[];
  pods: {
    phase: string;
    containers: { cpu_request_cores: number; memory_request_bytes: number }[];
  }[];
}
interface FixtureTotals {
  nodes: number;
  pods: number;
  running_pods: number;
  namespaces: number;
  workloads: number;
  deployments: number;
  statefulsets: number;
  daemonsets: number;
  jobs: number;
  cronjobs: number;
  capacity: { cpu_milli: number; memory_bytes: number; gpus: number };
  allocatable: { cpu_milli: number; memory_bytes: number; gpus: number };
}

/** Default rates of decision 28, in millionths of a dollar per hour. */
const rates = {
  onDemand: { core: 31_611n, gib: 4_237n, gpu: 950_000n },
  spot: { core: 6_655n, gib: 892n, gpu: 950_000n },
};
const gib = 2n ** 30n;

/** What the nodes cost per hour by capacity and default rates, exact, as text of four decimals. */
function expectedRunRate(nodes: readonly FixtureNode[]): string {
  let scaled = 0n; // millionths of a dollar, times 1000, times a GiB
  for (const node of nodes) {
    const rate = node.capacity_type === 'spot' ? rates.spot : rates.onDemand;
    scaled += BigInt(Math.round(node.cpu_capacity_cores * 1000)) * rate.core * gib;
    scaled += BigInt(node.memory_capacity_bytes) * rate.gib * 1000n;
    scaled += BigInt(node.gpu_capacity) * rate.gpu * 1000n * gib;
  }
  const tenThousandth = 100n * 1000n * gib;
  const text = ((scaled + tenThousandth / 2n) / tenThousandth).toString().padStart(5, '0');
  return `${text.slice(0, -4)}.${text.slice(-4)}`;
}

describe('a production cluster from its snapshot', () => {
  const file = 'openb-gpu-cluster/01.json.zst';
  let database: Database;
  let client: Client;
  let key: string;
  const cleanUp: (() => Promise<unknown>)[] = [];
  let clusterId: string;
  let snapshot: FixtureSnapshot;
  let totals: FixtureTotals;
  const environment = () => ({ DATABASE_URL: database.url });

  before(async function () {
    if (fixtures === undefined) skip(this, 'the production snapshots are not at hand');
    const folder = fixtures;
    snapshot = JSON.parse(
      zstdDecompressSync(await readFile(join(folder, file))).toString(),
    ) as FixtureSnapshot;
    const readme = await readFile(join(folder, 'openb-gpu-cluster/README.md'), 'utf8');
    const [, json = '{}'] = /```json\n([\s\S]*?)```/.exec(readme) ?? [];
    totals = (JSON.parse(json) as Record<string, FixtureTotals>)['01.json.zst']!;

    database = await createDatabase();
    cleanUp.push(() => database.drop());
    await costplaneJson(['org', 'create', 'demo'], environment());
    const [result] = await costplaneJson<{ cluster_id: string; status: string }[]>(
      ['ingest', join(folder, file), '--org', 'demo', '--cluster-name', 'openb'],
      environment(),
    );
    expect(result?.status).to.equal('applied');
    clusterId = result?.cluster_id ?? '';
    ({ key } = await costplaneJson<{ key: string }>(
      ['key', 'create', '--org', 'demo', '--scope', 'all', '--limit', '10000'],
      environment(),
    ));
    const service = await serve(environment());
    cleanUp.push(() => service.stop());
    client = await createClient(service.url);
  });
  after(async () => {
    for (const step of cleanUp.reverse()) await step();
  });

  it('has the counts and capacities of the snapshot', async () => {
    const { body } = await client.get(`/v1/clusters/${clusterId}`, key);
    const { capacity, utilization, metadata } = body.data;
    const owned = snapshot.jobs.filter(({ owner_cronjob: owner }) => owner !== '').length;

    expect(metadata).to.include({ name: 'openb', provider: 'on-prem', status: 'active' });
    expect(metadata.last_seen_at).to.equal('2026-07-15T19:32:00Z');
    expect(metadata.is_stale).to.equal(true);
    expect(capacity.cpu).to.eql({
      total_cores: totals.capacity.cpu_milli / 1000,
      allocatable_cores: totals.allocatable.cpu_milli / 1000,
    });
    expect(capacity.memory).to.eql({
      total_bytes: totals.capacity.memory_bytes,
      allocatable_bytes: totals.allocatable.memory_bytes,
    });
    expect(capacity.gpu).to.include({ total: 6212, allocatable: totals.allocatable.gpus });
    expect(capacity.storage.total_bytes).to.equal(
      snapshot.pvs.reduce((sum, { capacity: bytes }) => sum + bytes, 0),
    );
    // A Job that a CronJob owns is neither listed nor counted (decision 21).
    expect(utilization.counts).to.include({
      nodes: totals.nodes,
      namespaces: totals.namespaces,
      pods: totals.pods,
      running_pods: totals.running_pods,
      deployments: totals.deployments,
      statefulsets: totals.statefulsets,
      daemonsets: totals.daemonsets,
      cronjobs: totals.cronjobs,
      jobs: totals.jobs - owned,
      workloads: totals.workloads - owned,
    });
  });

  it('requests what its running and pending pods request', async () => {
    const { body } = await client.get(`/v1/clusters/${clusterId}`, key);
    const containers = snapshot.pods
      .filter(({ phase }) => phase === 'Running' || phase === 'Pending')
      .flatMap((pod) => pod.containers);
    const milli = containers.reduce(
      (sum, one) => sum + Math.round(one.cpu_request_cores * 1000),
      0,
    );
    const bytes = containers.reduce((sum, one) => sum + one.memory_request_bytes, 0);
    expect(body.data.utilization.cpu).to.eql({ requested_cores: milli / 1000 });
    expect(body.data.utilization.memory).to.eql({ requested_bytes: bytes });
  });

  it('costs what its nodes cost, to the fourth decimal', async () => {
    const { body } = await client.get(`/v1/clusters/${clusterId}`, key);
    const [sum] = await database.sql<{ amount: string }>(
      'select round(sum(run_rate_legacy_hourly), 4)::text as amount from nodes where cluster_id = $1',
      [clusterId],
    );
    const { cost } = body.data;
    expect(cost.current_run_rate_hourly).to.eql({ amount: sum?.amount, currency: 'USD' });
    expect(cost.current_run_rate_hourly.amount).to.equal(expectedRunRate(snapshot.nodes));
    expect(cost.partial).to.equal(false);
  });

  it('is all that the organization has', async () => {
    const { body: cluster } = await client.get(`/v1/clusters/${clusterId}`, key);
    const { body } = await client.get('/v1/organization', key);
    expect(body.data.capacity).to.deep.include({
      cpu: cluster.data.capacity.cpu,
      memory: cluster.data.capacity.memory,
      gpu: cluster.data.capacity.gpu,
    });
    expect(body.data.cost.current_run_rate_hourly).to.eql(
      cluster.data.cost.current_run_rate_hourly,
    );
    expect(body.data.utilization.counts).to.include({
      clusters: 1,
      connected_clusters: 0,
      nodes: totals.nodes,
      pods: totals.pods,
    });
  });

  it('does not change when the snapshot is sent again, or an older one arrives', async () => {
    const before = await client.get(`/v1/clusters/${clusterId}`, key);
    const ingest = (name: string) =>
      costplaneJson<{ status: string }[]>(
        ['ingest', join(fixtures!, name), '--org', 'demo', '--cluster-name', 'openb'],
        environment(),
      );
    expect((await ingest(file))[0]?.status).to.equal('duplicate');
    expect((await ingest('openb-gpu-cluster/02.json.zst'))[0]?.status).to.equal('applied');
    expect((await ingest(file))[0]?.status).to.be.oneOf(['older', 'duplicate']);
    const after = await client.get(`/v1/clusters/${clusterId}`, key);
    expect(after.body.data.metadata.last_seen_at).to.equal('2026-07-15T19:33:00Z');
    expect(after.body.data.capacity).to.eql(before.body.data.capacity);
  });

  it('is 404 for another organization, and 403 for a key without the scope', async () => {
    await costplaneJson(['org', 'create', 'rival'], environment());
    const create = (org: string, scope: string) =>
      costplaneJson<{ key: string }>(
        ['key', 'create', '--org', org, '--scope', scope],
        environment(),
      );
    const rival = await create('rival', 'all');
    const other = await create('demo', 'organization:read');

    const missing = await client.get(`/v1/clusters/${clusterId}`, rival.key);
    const denied = await client.get(`/v1/clusters/${clusterId}`, other.key);

    expect([missing.status, missing.body.error.code]).to.eql([404, 'CLUSTER_NOT_FOUND']);
    expect([denied.status, denied.body.error.code]).to.eql([403, 'FORBIDDEN']);
    expect(denied.body.error.details[0].required).to.equal('clusters:read');
    expect((await client.get('/v1/clusters', rival.key)).body.data).to.eql([]);
  });

  it('answers the 101st request of a minute with 429 and Retry-After: 60', async () => {
    const plain = await costplaneJson<{ key: string }>(
      ['key', 'create', '--org', 'demo', '--scope', 'clusters:read'],
      environment(),
    );
    const statuses = new Map<number, number>();
    let retryAfter: string | null = null;
    for (let request = 0; request < 101; request += 1) {
      const { status, headers } = await client.get('/v1/clusters?limit=1', plain.key);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 429) retryAfter = headers.get('retry-after');
    }
    expect(Object.fromEntries(statuses)).to.eql({ 200: 100, 429: 1 });
    expect(retryAfter).to.equal('60');
  });

  it('stops a revoked key within 10 seconds', async () => {
    const { id, key: doomed } = await costplaneJson<{ id: string; key: string }>(
      ['key', 'create', '--org', 'demo', '--scope', 'clusters:read'],
      environment(),
    );
    expect((await client.get('/v1/clusters?limit=1', doomed)).status).to.equal(200);
    const { code } = await costplane(['key', 'revoke', id], environment());
    expect(code).to.equal(0);
    const deadline = Date.now() + 10_000;
    let status = 200;
    while (status === 200 && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      ({ status } = await client.get('/v1/clusters?limit=1', doomed));
    }
    expect(status).to.equal(401);
  });

  it('rejects a corrupt file and a file of another format in one line', async () => {
    const before = await database.sql('select * from clusters');
    const ingestText = (text: string | Buffer) =>
      costplane(['ingest', '-', '--org', 'demo', '--cluster-name', 'openb'], environment(), text);
    const compressed = await readFile(join(fixtures!, file));
    const damaged = { ...snapshot, nodes: [{ ...snapshot.nodes[0], cpu_capacity_cores: 'four' }] };
    const outcomes = [
      await ingestText(compressed.subarray(0, 5_000)),
      await ingestText('{"apiVersion":"v1","kind":"List","items":[]}'),
      await ingestText('not json at all'),
      await ingestText(JSON.stringify(damaged)),
    ];
    for (const { code, stdout, stderr } of outcomes) {
      expect(code).to.equal(1);
      expect(stdout).to.equal('');
      expect(stderr.match(/^costplane: .+/gm)).to.have.length(1);
      expect(stderr).to.not.match(/\n\s+at /);
    }
    expect(outcomes[3]?.stderr).to.contain('nodes[0].cpu_capacity_cores');
    expect(await database.sql('select * from clusters')).to.eql(before);
  });
});
