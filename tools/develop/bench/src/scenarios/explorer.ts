import { deepStrictEqual } from 'node:assert';
import { type ChildServer } from '../child-server.ts';
import { dates, describeLedger, explorerFleet } from '../explorer/fleet.ts';
import { measureLatency } from '../measure-latency.ts';
import { type Comparison, type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';
import { startFloor } from '../start-floor.ts';

const path = '/v1/cost-explorer/query';
const perPage = 50;
const target = { ratioAtMost: 0.2, atMost: 100 };

/** A month by cost, against a bare server with a statement written by hand for this page. */
export const explorer: Scenario = {
  name: 'explorer',
  summary: 'a month, 50 rows a page; floor: a statement over daily rows written for this page',
  async prepare(run) {
    const fleet = await explorerFleet(run);
    const service = await startCostplane(fleet.databaseUrl);
    const servers = [service];
    const requests = run.isQuick ? 3 : 4;
    const headers = { Authorization: `Bearer ${fleet.key}` };
    const ask = (groupBy: string, page: number) => ({
      ...dates,
      group_by: groupBy,
      page,
      per_page: perPage,
    });
    const measureService = (groupBy: string, page = 1) =>
      measureLatency(`${service.url}${path}`, headers, requests, ask(groupBy, page));
    const comparisons: Comparison[] = [];
    for (const groupBy of ['workload', 'namespace', 'container', 'node']) {
      const floor = await startFloor('explorer', fleet, groupBy);
      servers.push(floor);
      const url = `${floor.url}/?${new URLSearchParams({ ...dates, per_page: String(perPage) }).toString()}`;
      await requireSameAmounts(service, url, headers, ask(groupBy, 1));
      comparisons.push({
        name: `by ${groupBy}`,
        unit: 'ms',
        target,
        measureService: () => measureService(groupBy),
        measureFloor: () => measureLatency(url, {}, requests),
      });
    }
    return {
      data: describeLedger(run),
      rounds: run.isQuick ? 3 : 5,
      comparisons: [
        ...comparisons,
        {
          name: 'second page by workload ÷ first',
          unit: 'ms',
          target: { ratioAtMost: 1.1 },
          measureService: () => measureService('workload', 2),
          measureFloor: () => measureService('workload'),
        },
      ],
      close: async () => {
        for (const server of servers) await server.stop();
      },
    };
  },
};

/** Of the rows in their order, and of all rows. */
async function requireSameAmounts(
  service: ChildServer,
  floor: string,
  headers: Readonly<Record<string, string>>,
  question: object,
): Promise<void> {
  const read = async (url: string, init: RequestInit = {}) => {
    const answer = (await (await fetch(url, init)).json()) as Answer;
    const { rows, summary } = 'data' in answer ? answer.data : answer;
    return {
      amounts: rows.map(({ totalCost }) => Number(totalCost)),
      total: Number(summary.totalCost),
      rows: summary.rowCount,
    };
  };
  const ours = await read(`${service.url}${path}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(question),
  });
  deepStrictEqual(ours, await read(floor));
}

interface Found {
  readonly rows: readonly { readonly totalCost: string }[];
  readonly summary: { readonly totalCost: string; readonly rowCount: number };
}
type Answer = Found | { readonly data: Found };
