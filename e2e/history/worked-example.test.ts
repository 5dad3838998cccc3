import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { type Client, createClient } from '../support/client.ts';
import { costplane, costplaneJson, serve, type Service } from '../support/costplane.ts';
import { createDatabase, type Database } from '../support/database.ts';
import { workedUid, workedSnapshot } from '../support/history/worked-cluster.ts';
import { createKey } from '../support/tenants.ts';

/*
 * One hour of a small cluster, computed by hand. Default rates per hour (decision 28): 0.031611 a
 * core, 0.004237 a GiB, 0.95 a GPU, on spot 0.006655 and 0.000892; 0.00005479 a GiB of volume; the
 * control plane 0.10.
 *
 *   general: 10 cores, 40 GiB, of which pods may have 9 and 36.
 *     web is charged 3 cores (requested) and 12 GiB (used), db and the bare pod debug each 1.5 and 6.
 *     Charged 6 of 9 cores: 3 are idle, 1 is overhead; 24 of 36 GiB: 12 idle, 4 overhead. Half of
 *     each is web's, a quarter each db's and debug's.
 *       web   cpu 3 × 0.031611 = 0.094833     ram 12 × 0.004237 = 0.050844
 *             idle 1.5 × 0.031611 + 6 × 0.004237 = 0.0728385
 *             overhead 0.5 × 0.031611 + 2 × 0.004237 = 0.0242795
 *       db, debug: half of each of these.
 *   empty: 4 × 0.031611 + 16 × 0.004237 = 0.194236, and nobody to give it to.
 *   gpu: trainer is charged 4 of 8 cores and 32 of 64 GiB, and so bears the other halves too:
 *       cpu 0.126444, ram 0.135584, idle 0.262028. Its 2 GPUs, 1.9, nobody asks for.
 *   crowded: 2 cores, 8 GiB. hungry uses 3 cores, modest requests 1: 4 of 2, so each counts half.
 *       hungry cpu 1.5 × 0.031611 = 0.0474165, modest 0.0158055; ram 2 × 0.004237 = 0.008474 each,
 *       idle 2 × 0.004237 = 0.008474 each.
 *   spot: 10 × 0.006655 + 40 × 0.000892 = 0.10223, divided by the default weights 0.31611 (cores) and
 *       0.16948 (memory) of 0.48559: cpu 0.06654983, ram 0.03568017. batch is charged half of each
 *       and bears the idle half: cpu 0.03327491, ram 0.01784009, idle 0.051115.
 *   volumes: db 100 GiB 0.005479; the claim that nobody owns 200 GiB 0.010958, its namespace's;
 *       unclaimed 1000 GiB 0.05479.
 *   control plane: 0.10 by direct cost, of which there is 0.701104 (volumes included):
 *       web 0.145677 -> 0.02077823, db 0.0783175 -> 0.01117060, debug 0.0728385 -> 0.01038911,
 *       trainer 0.262028 -> 0.03737363, hungry 0.0558905 -> 0.00797178, modest 0.0242795 -> 0.00346304,
 *       batch 0.051115 -> 0.00729064, data's claim 0.010958 -> 0.00156296.
 */
const hour = '2026-03-02T11:00:00Z';
const day = '2026-03-02';

/** By workload: direct compute, fully loaded over legacy, fully loaded over all. */
const owners = {
  web: ['0.1457', '0.2428', '0.2636'],
  db: ['0.0728', '0.1214', '0.1380'],
  trainer: ['0.2620', '0.5241', '0.5614'],
  hungry: ['0.0559', '0.0644', '0.0723'],
  modest: ['0.0243', '0.0328', '0.0362'],
  batch: ['0.0511', '0.1022', '0.1095'],
} as const;

/** Nodes 0.48559 + 0.194236 + 2.424056 + 0.097118 + 0.10223; all: + volumes 0.071227 + 0.10. */
const bill = { legacy: '3.3032', all: '3.4745' };
/** Of pods; all: + the two claimed volumes. */
const direct = { legacy: '0.6847', all: '0.7011' };

describe('an hour computed by hand', () => {
  let database: Database;
  let service: Service;
  let client: Client;
  let key: string;
  let clusterId: string;

  before(async () => {
    database = await createDatabase();
    const environment = { DATABASE_URL: database.url };
    await costplaneJson(['org', 'create', 'acme'], environment);
    // Every three minutes: a longer silence would be a gap.
    for (let minute = 0; minute <= 60; minute += 3) {
      const snapshot = workedSnapshot(new Date(Date.parse(hour) + minute * 60_000));
      const { code, stdout, stderr } = await costplane(
        ['ingest', '-', '--org', 'acme', '--cluster-name', 'worked', '--json'],
        environment,
        JSON.stringify(snapshot),
      );
      if (code !== 0) throw new Error(stderr);
      clusterId = (JSON.parse(stdout) as { cluster_id: string }[])[0]!.cluster_id;
    }
    key = await createKey(environment, 'acme');
    service = await serve(environment);
    client = await createClient(service.url);
  });
  after(async () => {
    await service.stop();
    await database.drop();
  });

  const window = `start=${Date.parse(hour) / 1000}&end=${Date.parse(hour) / 1000 + 3600}`;
  const trend = async (path: string, query: string): Promise<string[]> => {
    const answer = await client.get(`${path}?${window}&type=breakdown&${query}`, key);
    expect(answer.status, answer.text).to.equal(200);
    return answer.body.data.points.map(
      (point: { total_cost: { amount: string } }) => point.total_cost.amount,
    );
  };
  const explore = async (body: object) => {
    const answer = await client.post(
      '/v1/cost-explorer/query',
      { start_date: day, end_date: day, ...body },
      key,
    );
    expect(answer.status, answer.text).to.equal(200);
    return answer.body.data;
  };

  it('has its total or direct cost in the trends of cluster and organization', async () => {
    for (const path of [
      `/v1/clusters/${clusterId}/cost-trend`,
      '/v1/organizations/dashboard/cost-trend',
    ]) {
      for (const basis of ['legacy', 'all'] as const) {
        expect(await trend(path, `basis=${basis}`)).to.eql([bill[basis]]);
        expect(await trend(path, `basis=${basis}&cost_mode=workload_only`)).to.eql([direct[basis]]);
      }
    }
  });

  it('projects a month as the hour times 730', async () => {
    const answer = await client.get(
      `/v1/clusters/${clusterId}/cost-trend?${window}&granularity=hourly`,
      key,
    );
    expect(answer.body.data.points).to.eql([
      { bucket_start: hour, total_cost: { amount: '2411.3579', currency: 'USD' } },
    ]);
  });

  it('allocates a share to each workload', async () => {
    for (const [name, [plain, legacy, all]] of Object.entries(owners)) {
      const path = `/v1/clusters/${clusterId}/workloads/by-uid/${workedUid(name)}/cost-trend`;
      expect(await trend(path, ''), name).to.eql([plain]);
      expect(await trend(path, 'cost_mode=fully_loaded'), name).to.eql([legacy]);
      expect(await trend(path, 'cost_mode=fully_loaded&basis=all'), name).to.eql([all]);
    }
  });

  it('allocates to namespaces the cost of their workloads, bare pods and claims', async () => {
    const path = (name: string) => `/v1/clusters/${clusterId}/namespaces/${name}/cost-trend`;
    // web 0.145677 + debug 0.0728385 + hungry 0.0558905 + modest 0.0242795
    expect(await trend(path('shop'), '')).to.eql(['0.2987']);
    // 0.242795 + 0.1213975 + 0.0643645 + 0.0327535
    expect(await trend(path('shop'), 'cost_mode=fully_loaded')).to.eql(['0.4613']);
    // db 0.0728385 + 0.005479, and the claim 0.010958
    expect(await trend(path('data'), 'basis=all')).to.eql(['0.0893']);
    // db 0.13804710 and the claim 0.01252096
    expect(await trend(path('data'), 'basis=all&cost_mode=fully_loaded')).to.eql(['0.1506']);
  });

  it('allocates to node groups the price of their nodes', async () => {
    const path = (name: string) => `/v1/clusters/${clusterId}/node-groups/${name}/cost-trend`;
    expect(await trend(path('cheap'), '')).to.eql(['0.1022']);
    expect(await trend(path('usual'), '')).to.eql(['3.2010']);
  });

  it('explores workloads by cost, with the unallocated cost', async () => {
    const { rows, summary } = await explore({ group_by: 'workload', basis: 'all' });
    expect(rows.map((row: { workloadName: string }) => row.workloadName)).to.eql([
      'trainer',
      'web',
      'db',
      'batch',
      'hungry',
      'modest',
    ]);
    expect(rows[1]).to.include({
      totalCost: '0.2636',
      cpuCost: '0.0948',
      memoryCost: '0.0508',
      gpuCost: '0.0000',
      storageCost: '0.0000',
      idleCost: '0.0728',
      // 0.0242795 of the node and 0.02077823 of the control plane
      overheadCost: '0.0451',
      cpuCoreHoursRequested: 3,
      cpuCoreHoursUsed: 1,
      memoryGibHoursRequested: 6,
      memoryGibHoursUsed: 12,
      cpuEfficiencyPercent: 33.33,
      memoryEfficiencyPercent: 200,
      // 0.26357323 of 1.18112343
      costSharePercent: 22.32,
    });
    // debug 0.13178661, data's claim 0.01252096, empty 0.194236, GPUs 1.9, unclaimed 0.05479: shown
    // is what is left of the bill as shown, 3.4745
    expect(summary).to.include({ totalCost: '1.1811', unallocatedCost: '2.2934', rowCount: 6 });
  });

  it('explores nodes with their full cost', async () => {
    const { rows, summary } = await explore({ group_by: 'node' });
    expect(
      rows.map((row: Record<string, string>) => [row.nodeName, row.totalCost, row.idleCost]),
    ).to.eql([
      // 1.9 of GPUs that nobody asks for, and 0.262028
      ['gpu', '2.4241', '2.1620'],
      // 0.094833 and 0.050844
      ['general', '0.4856', '0.1457'],
      ['empty', '0.1942', '0.1942'],
      ['spot', '0.1022', '0.0511'],
      ['crowded', '0.0971', '0.0169'],
    ]);
    expect(summary).to.include({ totalCost: bill.legacy, unallocatedCost: '0.0000' });
  });

  it('exports the same, split by kind of charge', async () => {
    const path = `/v1/exports/focus?from=${day}&to=2026-03-03&idle=apportioned`;
    const { text } = await client.get(path, key);
    const rows = parse<Record<string, string>>(text, { columns: true });
    const findCost = (name: string, kind: string) =>
      rows.find((row) => row.AllocatedResourceName === name && row.x_ChargeKind === kind)
        ?.EffectiveCost;
    expect({
      web: findCost('web', 'compute'),
      db: findCost('db', 'compute'),
      'disk of db': findCost('db', 'storage'),
      'bare pod': findCost('shop', 'compute'),
      claim: findCost('data', 'storage'),
      daemons: findCost('System daemons', 'compute'),
      'control plane': findCost('Control plane', 'management'),
      'nobody uses': findCost('', 'compute'),
      unclaimed: findCost('', 'storage'),
    }).to.eql({
      // 0.094833 + 0.050844 + 0.0728385
      web: '0.218515500000',
      db: '0.109257750000',
      'disk of db': '0.005479000000',
      // 0.0474165 + 0.025422 + 0.03641925
      'bare pod': '0.109257750000',
      claim: '0.010958000000',
      // 0.0242795 + 2 × 0.01213975
      daemons: '0.048559000000',
      'control plane': '0.100000000000',
      // 0.194236 + 1.9
      'nobody uses': '2.094236000000',
      unclaimed: '0.054790000000',
    });
  });

  it('matches the hourly cost of the dashboard', async () => {
    const answer = await client.get('/v1/organization/dashboard', key);
    expect(answer.status).to.equal(200);
    expect(answer.body.data.top_clusters[0].current_run_rate_hourly.amount).to.equal(bill.legacy);
  });

  it('never writes negative numbers, NaN or exponents', async () => {
    const texts = await Promise.all([
      client.get(`/v1/exports/focus?from=${day}&to=2026-03-03`, key),
      client.get(`/v1/exports/focus?from=${day}&to=2026-03-03&format=jsonl&grain=namespace`, key),
      client.get(`/v1/clusters/${clusterId}/cost-trend?${window}`, key),
      client.post('/v1/cost-explorer/query', { group_by: 'container', start_date: day }, key),
    ]);
    for (const { status, text } of texts) {
      expect(status).to.equal(200);
      const withoutIds = text.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|req_\w+/g, '');
      expect(withoutIds).to.not.match(/(?<![\w-])-\d|NaN|Infinity|\d[eE][+-]?\d/);
    }
  });
});
