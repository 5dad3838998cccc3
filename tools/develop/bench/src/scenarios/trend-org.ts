import { connectBare, measureStatements } from '../bare-client.ts';
import { fillClusters } from '../cluster-fleet.ts';
import { createFleet, type Fleet } from '../fleet.ts';
import { fillBills, fillWorkloads, prepareLedger } from '../ledger/fill.ts';
import { makeOwners } from '../ledger/owners.ts';
import { measureLatency } from '../measure-latency.ts';
import { type Comparison, type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';
import { recordStatements } from '../record-statements.ts';

const requests = 30;
const clusters = 20;
const workloadsPerCluster = 1_000;

const fiveYears = { from: '2021-01-01', to: '2026-01-01' };
/** Its last day is not a whole one: a part of it comes from the hours. */
const window = {
  start: Date.parse('2021-01-01T00:00:00Z') / 1_000,
  end: Date.parse('2025-12-31T18:00:00Z') / 1_000,
};
/** The hours at hand, of clusters and of workloads; the larger history has ten times as many. */
const hours = {
  small: {
    clusters: { from: '2025-07-05', to: '2026-01-01' },
    workloads: { from: '2025-12-31T14:00Z', to: '2026-01-01' },
  },
  large: {
    clusters: { from: '2021-01-28', to: '2026-01-01' },
    workloads: { from: '2025-12-27T20:00Z', to: '2026-01-01' },
  },
};

/** Five years of an organization's daily costs, against the service's own SQL without the service. */
export const trendOrg: Scenario = {
  name: 'trend-org',
  summary:
    'five years of daily points over 20,000 workloads, against its SQL alone; and with ten times ' +
    'the hours stored (service) against once (floor)',
  unit: 'ms',
  target: 'service under 100, ratio at most 1.3, with ten times the hours at most 1.2',
  rounds: 5,
  async prepare(say) {
    say('making five years of 20,000 workloads, with few hours and with ten times as many');
    const [few, many] = [await createHistory('small'), await createHistory('large')];
    const [beside, service] = [
      await startCostplane(few.databaseUrl),
      await startCostplane(many.databaseUrl),
    ];
    const client = await connectBare(many.databaseUrl);
    const measure = (url: string, path: string, key: string) =>
      measureLatency(`${url}${path}`, { Authorization: `Bearer ${key}` }, requests);
    const comparisons: Comparison[] = [];
    for (const type of ['run_rate', 'breakdown'] as const) {
      const path = trendPath(type);
      const statements = await recordStatements(many, path, 'cluster_days');
      comparisons.push(
        {
          name: type,
          measureService: () => measure(service.url, path, many.key),
          measureFloor: () => measureStatements(client, statements, requests),
        },
        {
          name: `${type}, ten times the hours`,
          measureService: () => measure(service.url, path, many.key),
          measureFloor: () => measure(beside.url, path, few.key),
        },
      );
    }
    return {
      postgres: many.postgres,
      comparisons,
      async close() {
        await client.end();
        await Promise.all([service.stop(), beside.stop()]);
        await Promise.all([few.drop(), many.drop()]);
      },
    };
  },
};

const trendPath = (type: string) =>
  `/v1/organizations/dashboard/cost-trend?granularity=daily&type=${type}` +
  `&start=${window.start}&end=${window.end}`;

const createHistory = (size: keyof typeof hours): Promise<Fleet> =>
  createFleet(1, ['organization:read'], async (client, [organizationId = '']) => {
    await fillClusters(client, clusters);
    await prepareLedger(client, fiveYears);
    await makeOwners(client, { organizationId, clusters, workloadsPerCluster });
    await fillBills(client, 'day', fiveYears);
    await fillBills(client, 'hour', hours[size].clusters);
    await fillWorkloads(client, 'hour', hours[size].workloads);
  });
