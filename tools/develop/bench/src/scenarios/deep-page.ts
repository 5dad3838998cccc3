import { findLastPage } from '../last-page.ts';
import { measureLatency } from '../measure-latency.ts';
import { type Comparison, type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';
import { createWorkloadFleet, largeNamespace, largeTeam } from '../workload-fleet.ts';

const requests = 100;

/** The last page of 500,000 workloads against the first: unfiltered, by namespace, by team. */
export const deepPage: Scenario = {
  name: 'deep-page',
  summary: 'last page of 500,000 workloads (service) against the first (floor), 100 a page',
  unit: 'ms',
  target: 'ratio at most 1.2',
  rounds: 5,
  async prepare(say) {
    say('making 500,000 workloads in one organization');
    const fleet = await createWorkloadFleet({ clusters: 50, workloadsPerCluster: 10_000 });
    const service = await startCostplane(fleet.databaseUrl);
    const headers = { Authorization: `Bearer ${fleet.key}` };
    const comparisons: Comparison[] = [];
    for (const [name, filter] of [
      ['unfiltered', ''],
      ['namespace', `&namespace=${largeNamespace}`],
      ['team', `&team=${largeTeam}`],
    ] as const) {
      const first = `${service.url}/v1/workloads?limit=100${filter}`;
      const last = await findLastPage(first, headers);
      say(`${name}: ${last.pages} pages`);
      comparisons.push({
        name,
        measureService: () => measureLatency(last.url, headers, requests),
        measureFloor: () => measureLatency(first, headers, requests),
      });
    }
    return {
      postgres: fleet.postgres,
      comparisons,
      async close() {
        await service.stop();
        await fleet.drop();
      },
    };
  },
};
