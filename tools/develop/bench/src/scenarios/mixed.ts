import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { askUntil, type Course, type Question, startCourse } from '../ask-until.ts';
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

const questions: Readonly<Record<string, readonly Question[]>> = {
  lists: [['/v1/workloads?limit=100'], ['/v1/clusters?limit=100'], ['/v1/nodes?limit=100']],
  trends: [[trendPath]],
  explorer: [['/v1/cost-explorer/query', { ...dates, group_by: 'workload' }]],
};

type Courses = Readonly<Record<string, Course>>;

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
    const courses = { busy: startCourses(), quiet: startCourses() };
    const read = async (each: Courses) => {
      const until = performance.now() + seconds * 1_000;
      const caller = { url: service.url, key: fleet.key, thinkMs };
      const before = each.lists?.latencies.length ?? 0;
      await Promise.all(
        Object.entries(each).map(([kind, course]) =>
          askUntil(until, caller, questions[kind] ?? [], course),
        ),
      );
      return percentile(each.lists?.latencies.slice(before) ?? [], 0.99);
    };
    await read(startCourses());
    let refused = 0;
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
            const exporting = {
              url: service.url,
              key: fleet.key,
              format: 'csv',
              span: history,
            } as const;
            const [found, { statuses }] = await Promise.all([
              read(courses.busy).finally(() => (state.isOver = true)),
              clusters.report(receiver.url, reports, reportsEveryMs),
              exportUntil(() => state.isOver, exporting),
            ]);
            const { 200: taken = 0, ...others } = statuses;
            refused += Object.values(others).reduce((sum, count) => sum + count, 0);
            if (taken === 0) throw new Error('no report was taken');
            return found;
          },
          measureFloor: () => read(courses.quiet),
        },
      ],
      figures: () => [
        ...Object.entries(courses).flatMap(([name, each]) => describe(name, each)),
        { name: 'reports refused', value: refused, unit: 'answers', target: { atMost: 0 } },
      ],
      async close() {
        await service.stop();
        await receiver.stop();
        await clusters.close();
      },
    };
  },
};

const startCourses = (): Courses =>
  Object.fromEntries(Object.keys(questions).map((kind) => [kind, startCourse()]));

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

const describe = (name: string, courses: Courses): Figure[] =>
  Object.entries(courses).flatMap(([kind, { latencies, errors }]) => [
    { name: `${kind}, ${name}: p50`, value: percentile(latencies, 0.5), unit: 'ms' },
    { name: `${kind}, ${name}: p99`, value: percentile(latencies, 0.99), unit: 'ms' },
    { name: `${kind}, ${name}: errors`, value: errors, unit: 'answers', target: { atMost: 0 } },
  ]);
