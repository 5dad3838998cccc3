import { expect } from 'chai';
import { type Client, createClient } from '../support/client.ts';
import { costplane, costplaneJson, serve } from '../support/costplane.ts';
import { createDatabase, type Database } from '../support/database.ts';
import { type ClusterPlan, makeSnapshot, workloadUid } from '../support/snapshot.ts';

interface Sizes {
  readonly cores: number;
  readonly gib: number;
}
interface Recommendation {
  readonly id: string;
  readonly metadata: Record<string, unknown>;
  readonly current: { config: unknown; hourly_cost: unknown };
  readonly recommended: { config: unknown };
  readonly applied: { config: unknown };
  readonly savings: { estimated_hourly: unknown };
}

const seed = 'rightsizing';
const minuteMs = 60_000;
const start = Date.parse('2026-03-02T12:00:00Z');

/** A node of 8 cores and 32 GiB at the default rates, and what runs on it. */
const plan = (deployments: Readonly<Record<string, Sizes>>): ClusterPlan => ({
  seed,
  nodes: [{ name: 'n1', cores: 8, gib: 32 }],
  namespaces: [{ name: 'shop' }],
  deployments: Object.entries(deployments).map(([name, sizes]) => ({
    namespace: 'shop',
    name,
    pods: 2,
    node: 'n1',
    ...sizes,
  })),
});

/** Every container uses 0.1 cores and 100 MiB. */
function measured(snapshot: object): string {
  const { pods, ...rest } = snapshot as { pods: { containers: object[] }[] };
  return JSON.stringify({
    ...rest,
    summary: { metrics_available: true },
    pods: pods.map((pod) => ({
      ...pod,
      containers: pod.containers.map((container) => ({
        ...container,
        cpu_usage_cores: 0.1,
        memory_usage_bytes: 100 * 2 ** 20,
      })),
    })),
  });
}

describe('rightsizing, from snapshots to the API', () => {
  const large = { cores: 1, gib: 1 };
  let database: Database;
  let client: Client;
  let key: string;
  const cleanUp: (() => Promise<unknown>)[] = [];
  const environment = () => ({ DATABASE_URL: database.url });

  before(async () => {
    database = await createDatabase();
    cleanUp.push(() => database.drop());
    await costplaneJson(['org', 'create', 'acme'], environment());
    const created = await costplaneJson<{ key: string }>(
      ['key', 'create', '--org', 'acme', '--scope', 'all', '--limit', '10000'],
      environment(),
    );
    key = created.key;
    const service = await serve(environment());
    cleanUp.unshift(() => service.stop());
    client = await createClient(service.url);

    await ingest(0, { web: large, api: large, cart: large });
    // Thirteen hours in which nothing changed.
    await database.sql(`insert into usage_minutes (organization_id, cluster_id, minute, samples)
      select organization_id, cluster_id, minute - before * interval '1 minute', samples
      from usage_minutes, generate_series(1, 779) as before`);
  });
  after(async () => {
    for (const step of cleanUp) await step();
  });

  async function ingest(minute: number, deployments: Readonly<Record<string, Sizes>>) {
    const snapshot = makeSnapshot(plan(deployments), new Date(start + minute * minuteMs));
    const args = ['ingest', '-', '--org', 'acme', '--cluster-name', 'shop'];
    const { code, stderr } = await costplane(args, environment(), measured(snapshot));
    expect(code, stderr).to.equal(0);
  }
  async function recommend() {
    const [run] = await costplaneJson<Record<string, unknown>[]>(
      ['recommend', '--org', 'acme'],
      environment(),
    );
    return run;
  }
  const list = async (query = '') => {
    const { body } = await client.get(`/v1/recommendations${query}`, key);
    return (body as { data: Recommendation[] }).data;
  };
  const seconds = (time: number) => new Date(time).toISOString().replace('.000Z', 'Z');
  const listNames = (recommendations: readonly Recommendation[]) =>
    recommendations.map(({ metadata }) => metadata.resource_name).sort();
  const detail = async (id: string) => {
    const { status, body } = await client.get(`/v1/recommendations/${id}`, key);
    expect(status).to.equal(200);
    return (body as { data: Recommendation & { metrics_snapshot: unknown } }).data;
  };

  it('recommends the usage plus a margin, with the savings', async () => {
    expect(await recommend()).to.include({ cluster: 'shop', minutes: 780, new: 3 });
    const recommendations = await list();
    expect(listNames(recommendations)).to.eql(['api', 'cart', 'web']);
    const [web] = await list(
      `?workload_uid=${workloadUid(seed, { namespace: 'shop', name: 'web' })}`,
    );
    // P90 and P99 end the bucket of what was used: 0.110266 cores, 110,265,643 bytes; 15 % more.
    expect(web).to.deep.include({
      kind: 'Recommendation',
      current: {
        config: {
          containers: [{ name: 'main', requests: { cpu: '1', memory: '1Gi' }, limits: {} }],
        },
        hourly_cost: { amount: '0.0717', currency: 'USD' },
      },
      recommended: {
        config: {
          containers: [{ name: 'main', requests: { cpu: '127m', memory: '121Mi' }, limits: {} }],
        },
      },
      applied: { config: {} },
      // 2 pods, each 0.873 cores and 903 MiB less, at 0.031611 a core and 0.004237 a GiB.
      savings: { estimated_hourly: { amount: '0.0627', currency: 'USD' } },
    });
    expect(web?.metadata).to.deep.include({
      status: 'pending',
      risk_level: 'low',
      priority: 'medium',
      data_points_analyzed: 780,
      resource_type: 'Deployment',
      resource_name: 'web',
      namespace: 'shop',
    });
  });

  it('shows the observations of the analysis', async () => {
    const [first] = await list();
    const { metrics_snapshot } = await detail(first?.id ?? '');
    expect(metrics_snapshot).to.deep.include({
      window: {
        start_at: seconds(start - 779 * minuteMs),
        end_at: seconds(start + minuteMs),
        samples: 780,
      },
      replicas: { desired: 2, running: 2, average: 2 },
      restarts_total: 0,
      oom_kills_total: 0,
      rates: [{ cpu_core_hourly: '0.031611', memory_gib_hourly: '0.004237', pods: 2 }],
    });
  });

  it('hides dismissed recommendations', async () => {
    const [cart] = (await list()).filter(({ metadata }) => metadata.resource_name === 'cart');
    await costplaneJson(['recommendation', 'dismiss', cart?.id ?? ''], environment());
    expect(listNames(await list('?status=dismissed'))).to.eql(['cart']);
    expect(await recommend()).to.include({ kept_dismissed: 1, new: 0 });
  });

  it('detects applied changes and deleted workloads', async () => {
    await ingest(1, { web: { cores: 0.13, gib: 121 / 1024 }, cart: large });
    expect(listNames(await list('?status=archived'))).to.eql(['api']);
    expect(await recommend()).to.include({ applied: 1, archived: 0, kept_dismissed: 1, new: 0 });
    expect(listNames(await list())).to.eql(['cart']);
    const [web] = await list('?status=applied');
    expect(web?.applied.config).to.eql({
      containers: [{ name: 'main', requests: { cpu: '130m', memory: '121Mi' }, limits: {} }],
    });
  });
});
