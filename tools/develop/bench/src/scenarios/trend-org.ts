import { deepStrictEqual } from 'node:assert';
import { fillClusters } from '../cluster-fleet.ts';
import { createFleet, type Fleet } from '../fleet.ts';
import { fillBills, fillWorkloads, prepareLedger } from '../ledger/fill.ts';
import { makeOwners } from '../ledger/owners.ts';
import { measureLatency } from '../measure-latency.ts';
import { type Comparison, type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';
import { startFloor } from '../start-floor.ts';

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

/** Five years of an organization's daily costs, against a statement written by hand for them. */
export const trendOrg: Scenario = {
  name: 'trend-org',
  summary:
    'five years of daily points; floor: a statement over daily rows, or a tenth of the hours',
  async prepare(run) {
    const [clusters, workloads] = run.isQuick ? [2, 50] : [20, 1_000];
    run.say('making five years, with few hours and with ten times as many');
    const [few, many] = [
      await createHistory('small', clusters, workloads),
      await createHistory('large', clusters, workloads),
    ];
    const [beside, service] = [
      await startCostplane(few.databaseUrl),
      await startCostplane(many.databaseUrl),
    ];
    const floor = await startFloor('trend', many);
    const requests = run.isQuick ? 5 : 30;
    const comparisons: Comparison[] = [];
    for (const type of ['run_rate', 'breakdown']) {
      const path = trendPath(type);
      const headers = ({ key }: Fleet) => ({ Authorization: `Bearer ${key}` });
      await requireSamePoints(`${service.url}${path}`, headers(many), `${floor.url}${path}`);
      const measureService = () => measureLatency(`${service.url}${path}`, headers(many), requests);
      comparisons.push(
        {
          name: type,
          unit: 'ms',
          target: { ratioAtMost: 1.1, atMost: 50 },
          measureService,
          measureFloor: () => measureLatency(`${floor.url}${path}`, {}, requests),
        },
        {
          name: `${type}, ten times the hours stored`,
          unit: 'ms',
          target: { ratioAtMost: 1.2 },
          measureService,
          measureFloor: () => measureLatency(`${beside.url}${path}`, headers(few), requests),
        },
      );
    }
    return {
      data: `five years of daily rows of ${clusters} clusters, ${clusters * workloads} workloads`,
      rounds: run.isQuick ? 3 : 5,
      comparisons,
      async close() {
        for (const server of [service, beside, floor]) await server.stop();
        await Promise.all([few.drop(), many.drop()]);
      },
    };
  },
};

const trendPath = (type: string) =>
  `/v1/organizations/dashboard/cost-trend?granularity=daily&type=${type}` +
  `&start=${window.start}&end=${window.end}`;

const createHistory = (
  size: keyof typeof hours,
  clusters: number,
  workloadsPerCluster: number,
): Promise<Fleet> =>
  createFleet(1, ['organization:read'], async (client, [organizationId = '']) => {
    await fillClusters(client, clusters);
    await prepareLedger(client, fiveYears);
    await makeOwners(client, { organizationId, clusters, workloadsPerCluster });
    await fillBills(client, 'day', fiveYears);
    await fillBills(client, 'hour', hours[size].clusters);
    await fillWorkloads(client, 'hour', hours[size].workloads);
  });

async function requireSamePoints(
  service: string,
  headers: Readonly<Record<string, string>>,
  floor: string,
): Promise<void> {
  const ours = (await (await fetch(service, { headers })).json()) as { data: { points: unknown } };
  const theirs = (await (await fetch(floor)).json()) as { data: unknown };
  deepStrictEqual(ours.data.points, theirs.data);
}
