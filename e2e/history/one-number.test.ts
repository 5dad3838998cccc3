import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { type Client, createClient } from '../support/client.ts';
import { costplane, serve, type Service } from '../support/costplane.ts';
import { type Database } from '../support/database.ts';
import { createDemoDatabase } from '../support/demo-database.ts';
import { createKey } from '../support/tenants.ts';

const bases = ['legacy', 'all'] as const;
const modes = ['fully_loaded', 'workload_only'] as const;
const groupings = [
  'workload',
  'namespace',
  'controller_kind',
  'pod',
  'container',
  'deployment',
  'statefulset',
  'daemonset',
  'node',
  'instance_type',
];

/** Days as `YYYY-MM-DD`, the first inclusive, the last exclusive. */
interface Window {
  readonly from: string;
  readonly to: string;
}

const dayMs = 86_400_000;
const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const lastDay = ({ to }: Window) => toDay(Date.parse(to) - dayMs);

/** An amount of four decimals in ten-thousandths; of twelve, rounded to that, halves up. */
function units(amount: string): bigint {
  const [, whole = '', fraction = ''] = /^(\d+)\.(\d+)$/.exec(amount) ?? [];
  if (whole === '') throw new Error(`not an amount: ${amount}`);
  const digits = BigInt(whole + fraction.padEnd(12, '0'));
  return (digits + 5n * 10n ** 7n) / 10n ** 8n;
}
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

/** What the contract says in several places measures one thing, and must be one number. */
describe('historical cost', () => {
  let database: Database;
  let service: Service;
  let client: Client;
  let key: string;
  const today = toDay(Date.now());
  const monthStart = `${today.slice(0, 7)}-01`;
  const monday = Date.parse(today) - ((new Date(today).getUTCDay() + 6) % 7) * dayMs;
  const lastWeek: Window = { from: toDay(monday - 7 * dayMs), to: toDay(monday) };

  before(async function () {
    this.timeout(Math.max(this.timeout(), 300_000));
    database = await createDemoDatabase();
    const environment = { DATABASE_URL: database.url };
    key = await createKey(environment, 'demo');
    service = await serve(environment);
    client = await createClient(service.url);
  });
  after(async () => {
    await service.stop();
    await database.drop();
  });

  async function explore(window: Window, body: object): Promise<bigint> {
    const { from } = window;
    const answer = await client.post(
      '/v1/cost-explorer/query',
      { start_date: from, end_date: lastDay(window), ...body },
      key,
    );
    expect(answer.status, answer.text).to.equal(200);
    const { totalCost, unallocatedCost } = answer.body.data.summary;
    return units(totalCost) + units(unallocatedCost);
  }

  async function trend({ from, to }: Window, query: string): Promise<bigint[]> {
    const [start, end] = [Date.parse(from) / 1000, Date.parse(to) / 1000];
    const path = `/v1/organizations/dashboard/cost-trend?start=${start}&end=${end}&type=breakdown`;
    const answer = await client.get(`${path}&${query}`, key);
    expect(answer.status, answer.text).to.equal(200);
    return answer.body.data.points.map(({ total_cost: cost }: { total_cost: { amount: string } }) =>
      units(cost.amount),
    );
  }

  /** The exact sum of the file's twelve decimals, rounded once. */
  async function exported({ from, to }: Window, query: string): Promise<bigint> {
    const path = `/v1/exports/focus?from=${from}&to=${to}&columns=EffectiveCost&${query}`;
    const answer = await client.get(path, key);
    expect(answer.status, answer.text).to.equal(200);
    const rows = parse<{ EffectiveCost: string }>(answer.text, { columns: true });
    expect(rows.length).to.be.greaterThan(0);
    const exact = sum(rows.map(({ EffectiveCost }) => BigInt(EffectiveCost.replace('.', ''))));
    return (exact + 5n * 10n ** 7n) / 10n ** 8n;
  }

  /** Two sums whose parts were each rounded differ by half a unit per part at most. */
  const expectNear = (actual: bigint, expected: bigint, parts: number) => {
    const distance = actual > expected ? actual - expected : expected - actual;
    expect(Number(distance), `${actual} and ${expected}`).to.be.at.most((parts + 1) / 2);
  };

  /** Other prices, and memory dearer beside cores than before. */
  const book = `
currency: USD
rates:
  on_demand: { cpu_core_hour: 0.0213, memory_gib_hour: 0.0077, gpu_hour: 1.9 }
  spot: { cpu_core_hour: 0.0071, memory_gib_hour: 0.0013, gpu_hour: 0.7 }
storage: { default_gib_month: 0.051 }
control_planes: { aws: { EKS: 0.17 }, gcp: { GKE: 0.13 } }
`;
  const priceAnew = async () => {
    const spent = await explore(lastWeek, { basis: 'all' });
    const args = ['price', 'set', '-', '--from', lastWeek.from, '--reprice', '--json'];
    const { code, stdout, stderr } = await costplane(args, { DATABASE_URL: database.url }, book);
    expect(code, stderr).to.equal(0);
    expect(JSON.parse(stdout).repriced).to.include({ skipped_hours: 0 });
    expect(await explore(lastWeek, { basis: 'all' })).not.to.equal(spent);
  };

  describe('at its original prices', () => {
    isOneNumber();
  });

  describe('at prices that were set later', () => {
    before(async function () {
      this.timeout(Math.max(this.timeout(), 300_000));
      // What a key may ask for is limited.
      key = await createKey({ DATABASE_URL: database.url }, 'demo');
      await priceAnew();
    });
    isOneNumber();
  });

  function isOneNumber(): void {
    for (const basis of bases) {
      for (const costMode of modes) {
        describe(`${costMode} over ${basis}`, () => {
          it('is the same for every grouping of the explorer', async () => {
            const [first, ...others] = await Promise.all(
              groupings.map((groupBy) =>
                explore(lastWeek, { group_by: groupBy, basis, cost_mode: costMode }),
              ),
            );
            expect(first! > 0n).to.equal(true);
            expect(others).to.eql(others.map(() => first));
          });

          it('matches the trend by month, week and day', async () => {
            const query = `basis=${basis}&cost_mode=${costMode}`;
            const whole = await explore(lastWeek, { basis, cost_mode: costMode });
            const weeks = await trend(lastWeek, `${query}&granularity=weekly`);
            const months = await trend(lastWeek, `${query}&granularity=monthly`);
            const days = await trend(lastWeek, `${query}&granularity=daily`);
            expect(weeks).to.eql([whole]);
            expect(days).to.have.length(7);
            expectNear(sum(months), whole, months.length);
            expectNear(sum(days), whole, days.length);
          });

          it('matches the month to date of the dashboard', async () => {
            const answer = await client.get(
              `/v1/organization/dashboard?basis=${basis}&cost_mode=${costMode}&top_clusters_limit=20`,
              key,
            );
            const { month_to_date, top_clusters } = answer.body.data;
            const soFar = { from: monthStart, to: toDay(Date.parse(today) + dayMs) };
            const billed = units(month_to_date.billed_cost.amount);
            expect(await explore(soFar, { basis, cost_mode: costMode })).to.equal(billed);
            const clusters = top_clusters.map(
              (cluster: { month_to_date_cost: { amount: string } }) =>
                units(cluster.month_to_date_cost.amount),
            ) as bigint[];
            expectNear(sum(clusters), billed, clusters.length);
          });
        });
      }
    }

    it('matches the export in both grains and both idle modes', async () => {
      const sums = new Set<bigint>();
      for (const grain of ['workload', 'namespace']) {
        for (const idle of ['unallocated', 'apportioned']) {
          sums.add(await exported(lastWeek, `grain=${grain}&idle=${idle}`));
        }
      }
      expect(sums.size).to.equal(1);
      const [spent] = [...sums];
      expect(await trend(lastWeek, 'basis=all&granularity=weekly')).to.eql([spent]);
      expect(await explore(lastWeek, { basis: 'all' })).to.equal(spent);
    });
  }
});
