import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ExportTarget, openExport } from '../exports/download-export.ts';
import { dates, describeLedger, explorerFleet, history, trendPath } from '../explorer/fleet.ts';
import { percentile } from '../median.ts';
import { createReceiverFleet } from '../receiver/receiver-fleet.ts';
import { startReceiver } from '../receiver/start-receiver.ts';
import { type Figure, type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';

const agents = 20;
const thinkMs = 20;
const reportsEveryMs = 5_000;

const requests: Readonly<Record<string, readonly (readonly [path: string, body?: object])[]>> = {
  lists: [['/v1/workloads?limit=100'], ['/v1/clusters?limit=100'], ['/v1/nodes?limit=100']],
  trends: [[trendPath]],
  explorer: [['/v1/cost-explorer/query', { ...dates, group_by: 'workload' }]],
};

/** Milliseconds of each kind of request, and how many were not answered 200. */
interface Course {
  readonly latencies: Readonly<Record<string, number[]>>;
  errors: number;
}

/** Readers of everything, with agents that report and an export, and without. */
export const mixed: Scenario = {
  name: 'mixed',
  summary: 'lists, trends and the explorer while 20 agents report and an export runs; floor: quiet',
  async prepare(run) {
    const [seconds, rounds, pods] = run.isQuick ? [5, 1, 100] : [60, 3, 500];
    const fleet = await explorerFleet(run);
    const reports = Math.ceil((seconds * 1_000) / reportsEveryMs);
    const clusters = await createReceiverFleet(
      { agents, pods, reports: 1 + rounds * reports },
      fleet,
    );
    const service = await startCostplane(fleet.databaseUrl);
    const receiver = await startReceiver(fleet.databaseUrl);
    await clusters.report(receiver.url, 1, null);
    const courses = { busy: startCourse(), quiet: startCourse() };
    const read = async (course: Course) => {
      const until = performance.now() + seconds * 1_000;
      const before = course.latencies.lists?.length ?? 0;
      await Promise.all(
        Object.keys(requests).map((kind) => readUntil(until, service.url, fleet.key, kind, course)),
      );
      return percentile(course.latencies.lists?.slice(before) ?? [], 0.99);
    };
    await read(startCourse());
    return {
      data:
        `${describeLedger(run)}; ${agents} agents of ${pods} pods, each once in ` +
        `${reportsEveryMs / 1_000} s`,
      rounds,
      comparisons: [
        {
          name: 'p99 of lists',
          unit: 'ms',
          target: { ratioAtMost: 2 },
          async measureService() {
            const state = { isOver: false };
            const others = Promise.all([
              clusters.report(receiver.url, reports, reportsEveryMs),
              exportUntil(() => state.isOver, {
                url: service.url,
                key: fleet.key,
                format: 'csv',
                span: history,
              }),
            ]);
            const found = await read(courses.busy);
            state.isOver = true;
            const [{ statuses }] = await others;
            const { 200: taken = 0, ...refused } = statuses;
            for (const count of Object.values(refused)) courses.busy.errors += count;
            if (taken === 0) throw new Error('no report was taken');
            return found;
          },
          measureFloor: () => read(courses.quiet),
        },
      ],
      figures: () => Object.entries(courses).flatMap(([name, course]) => describe(name, course)),
      async close() {
        await service.stop();
        await receiver.stop();
        await clusters.close();
      },
    };
  },
};

const startCourse = (): Course => ({
  latencies: Object.fromEntries(Object.keys(requests).map((kind) => [kind, []])),
  errors: 0,
});

/** Somebody who asks for one kind of thing, one after the other. */
async function readUntil(
  until: number,
  url: string,
  key: string,
  kind: string,
  course: Course,
): Promise<void> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  while (performance.now() < until) {
    for (const [path, body] of requests[kind] ?? []) {
      const startedAt = performance.now();
      const response = await fetch(url + path, {
        headers,
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      await response.arrayBuffer();
      course.latencies[kind]?.push(performance.now() - startedAt);
      if (response.status !== 200) course.errors += 1;
      await sleep(thinkMs);
    }
  }
}

/** One export at a time; the last is left. */
async function exportUntil(isOver: () => boolean, target: ExportTarget): Promise<void> {
  while (!isOver()) {
    const { response } = await openExport(target);
    response.on('error', () => undefined).resume();
    while (!response.closed && !isOver()) await sleep(thinkMs);
    response.destroy();
    if (!response.closed) await once(response, 'close');
  }
}

const describe = (name: string, { latencies, errors }: Course): Figure[] => [
  ...Object.entries(latencies).flatMap(([kind, values]) =>
    [0.5, 0.99].map((share) => ({
      name: `${kind}, ${name}: p${share * 100}`,
      value: percentile(values, share),
      unit: 'ms',
    })),
  ),
  { name: `errors, ${name}`, value: errors, unit: 'answers', target: { atMost: 0 } },
];
