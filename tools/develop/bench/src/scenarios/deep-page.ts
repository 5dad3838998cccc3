import { findLastPage } from '../last-page.ts';
import { measureLatency } from '../measure-latency.ts';
import { type Comparison, type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';
import { largeNamespace, largeTeam, manyWorkloads } from '../workload-fleet.ts';

/** The last page of 500,000 workloads against the first: unfiltered, by namespace, by team. */
export const deepPage: Scenario = {
  name: 'deep-page',
  summary: 'the last page of 500,000 workloads, 100 a page; floor: the first',
  async prepare(run) {
    const fleet = await manyWorkloads(run);
    const service = await startCostplane(fleet.databaseUrl);
    const headers = { Authorization: `Bearer ${fleet.key}` };
    const requests = run.isQuick ? 30 : 100;
    const comparisons: Comparison[] = [];
    for (const [name, filter] of [
      ['unfiltered', ''],
      ['namespace', `&namespace=${largeNamespace}`],
      ['team', `&team=${largeTeam}`],
    ] as const) {
      const first = `${service.url}/v1/workloads?limit=100${filter}`;
      const last = await findLastPage(first, headers);
      run.say(`${name}: ${last.pages} pages`);
      comparisons.push({
        name,
        unit: 'ms',
        target: { ratioAtMost: 1.05 },
        measureService: () => measureLatency(last.url, headers, requests),
        measureFloor: () => measureLatency(first, headers, requests),
      });
    }
    return {
      data: `${run.isQuick ? '20,000' : '500,000'} workloads of one organization, 12 labels`,
      rounds: run.isQuick ? 3 : 5,
      comparisons,
      close: () => service.stop(),
    };
  },
};
