import { measureThroughput } from '../measure-throughput.ts';
import { requireSameData } from '../require-same-data.ts';
import { type PreparedScenario, type Run, type Scenario } from '../scenario.ts';
import { type ServiceOptions, startCostplane } from '../service.ts';
import { type Floor, startFloor } from '../start-floor.ts';
import { describeLists, listFleet } from '../workload-fleet.ts';

/** The service and the floor of the same page, which both answer with the same data. */
export interface Page {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly measureService: (
    headers?: Readonly<Record<string, string>>,
    status?: number,
  ) => Promise<number>;
  readonly measureFloor: () => Promise<number>;
  readonly prepared: Pick<PreparedScenario, 'data' | 'rounds' | 'close'>;
}

export async function startPage(
  [name, path]: readonly [Floor, string],
  run: Run,
  options?: ServiceOptions,
): Promise<Page> {
  const fleet = await listFleet(run);
  const service = await startCostplane(fleet.databaseUrl, options);
  const floor = await startFloor(name, fleet);
  const url = `${service.url}${path}?limit=100`;
  const headers = { Authorization: `Bearer ${fleet.key}` };
  await requireSameData(url, headers, floor.url);
  const warmUpSeconds = run.isQuick ? 1 : 4;
  run.say('warming up');
  await measureThroughput(url, headers, warmUpSeconds);
  await measureThroughput(floor.url, {}, warmUpSeconds);
  const roundSeconds = run.isQuick ? 1 : 4;
  return {
    url,
    headers,
    measureService: (more = {}, status = 200) =>
      measureThroughput(url, { ...headers, ...more }, roundSeconds, status),
    measureFloor: () => measureThroughput(floor.url, {}, roundSeconds),
    prepared: {
      data: describeLists(run),
      rounds: run.isQuick ? 3 : 5,
      close: async () => {
        await service.stop();
        await floor.stop();
      },
    },
  };
}

/** Requests a second for the first page of a list, against a bare server that makes the same page. */
const pageAgainstFloor = (name: Floor, path: string, of: string): Scenario => ({
  name,
  summary: `100 ${of} a page, 32 connections, one process, everything on; floor: a bare server`,
  async prepare(run) {
    const { prepared, measureService, measureFloor } = await startPage([name, path], run);
    return {
      ...prepared,
      comparisons: [
        {
          name: `first page of ${of}`,
          unit: 'requests/s',
          target: { ratioAtLeast: 1 },
          measureService: () => measureService(),
          measureFloor,
        },
      ],
    };
  },
});

export const clusterPage = pageAgainstFloor('cluster-page', '/v1/clusters', 'clusters');
export const workloadPage = pageAgainstFloor('workload-page', '/v1/workloads', 'workloads');
export const nodePage = pageAgainstFloor('node-page', '/v1/nodes', 'nodes');
