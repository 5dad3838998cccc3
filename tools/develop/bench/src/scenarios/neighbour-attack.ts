import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiKey } from '@costplane/kernel';
import { askUntil, type Question, send, startCourse } from '../ask-until.ts';
import { createHistoryFleet, dates, history, trendPath } from '../explorer/fleet.ts';
import { percentile } from '../median.ts';
import { type Comparison, type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';

const explorerPath = '/v1/cost-explorer/query';
const question = { ...dates, group_by: 'workload' };
const hardQuestion = {
  ...question,
  per_page: 500,
  filter_expression: { workload: [{ field: 'name', operator: 'contains', values: ['1'] }] },
};
const questions: readonly Question[] = [
  ['/v1/organization/dashboard'],
  ['/v1/workloads?limit=100'],
  [trendPath],
  [explorerPath, question],
];

/** The slowest requests of two organizations while a third attacks, against quiet. */
export const neighbourAttack: Scenario = {
  name: 'neighbour-attack',
  summary: 'p99 of two organizations while a third attacks; floor: quiet',
  async prepare(run) {
    const seconds = run.isQuick ? 2 : 60;
    const size = { organizations: 3, workloadsPerCluster: run.isQuick ? 20 : 500 };
    const data = `a month of ${10 * size.workloadsPerCluster} workloads for each of 3 organizations`;
    run.say(`making ${data}`);
    const fleet = await createHistoryFleet(size);
    const { url, stop } = await startCostplane(fleet.databaseUrl);
    const [attacker = '', ...others] = fleet.keys;
    const course = startCourse();
    const measure = async () => {
      const until = performance.now() + seconds * 1_000;
      const before = course.latencies.length;
      await Promise.all(others.map((key) => askUntil(until, { url, key }, questions, course)));
      return percentile(course.latencies.slice(before), 0.99);
    };
    await measure();
    const during = (
      name: string,
      attack: (isOver: () => boolean) => Promise<unknown>,
    ): Comparison => ({
      name,
      unit: 'ms',
      target: { ratioAtMost: 3 },
      measureFloor: measure,
      async measureService() {
        const state = { isOver: false };
        const [slowest] = await Promise.all([
          measure().finally(() => (state.isOver = true)),
          attack(() => state.isOver),
        ]);
        return slowest;
      },
    });
    return {
      data,
      rounds: 1,
      comparisons: [
        during('60 parallel questions', (isOver) =>
          inParallel(60, () => send(url + explorerPath, attacker, hardQuestion), isOver),
        ),
        during('exports read at 4 kB/s', (isOver) => readSlowly(url, attacker, isOver)),
        during('made-up keys', (isOver) =>
          inParallel(50, () => send(`${url}/v1/organization`, apiKey.mint()), isOver),
        ),
      ],
      figures: () => [
        {
          name: 'answers to the others that are not 200',
          value: course.errors,
          unit: 'answers',
          target: { atMost: 0 },
        },
      ],
      async close() {
        await stop();
        await fleet.drop();
      },
    };
  },
};

const inParallel = (count: number, ask: () => Promise<Response>, isOver: () => boolean) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      while (!isOver()) await (await ask()).arrayBuffer();
    }),
  );

async function readSlowly(url: string, key: string, isOver: () => boolean): Promise<void> {
  const path = `/v1/exports/focus?from=${history.from}&to=${history.to}`;
  const requests = Array.from({ length: 5 }, () => {
    const request = get(url + path, { headers: { Authorization: `Bearer ${key}` } });
    request.on('error', () => undefined);
    request.on('response', (response) => {
      response.on('error', () => undefined);
      const slowly = setInterval(() => void response.read(400), 100);
      response.once('close', () => {
        clearInterval(slowly);
      });
    });
    return request;
  });
  while (!isOver()) await sleep(100);
  for (const request of requests) request.destroy();
}
