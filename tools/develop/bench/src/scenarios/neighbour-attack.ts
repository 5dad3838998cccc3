import { get } from 'node:http';
import { apiKey, hashCredential } from '@costplane/kernel';
import { type Client } from 'pg';
import { fillClusters } from '../cluster-fleet.ts';
import { createFleet } from '../fleet.ts';
import {
  fillBills,
  fillContainers,
  fillNamespaceDays,
  fillNodes,
  fillWorkloads,
  prepareLedger,
} from '../ledger/fill.ts';
import { makeOwners } from '../ledger/owners.ts';
import { percentile } from '../median.ts';
import { type Comparison, type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';

const clusters = 10;
const containersPerWorkload = 5;
const month = { from: '2026-04-01', to: '2026-05-01' };
const twoMonths = { from: '2026-03-02', to: '2026-05-01' };
const scopes = ['organization:read', 'workloads:read', 'cost_explorer:read'];

/** The slowest requests of two organizations while a third attacks, against quiet. */
export const neighbourAttack: Scenario = {
  name: 'neighbour-attack',
  summary: 'p99 of two organizations while a third attacks; floor: quiet',
  async prepare(run) {
    const seconds = run.isQuick ? 2 : 60;
    const workloadsPerCluster = run.isQuick ? 50 : 500;
    const data = `a month of ${clusters * workloadsPerCluster} workloads for each of 3 organizations`;
    run.say(`making ${data}`);
    const keys: string[] = [];
    const fleet = await createFleet(3, scopes, async (client, organizations) => {
      await fillClusters(client, clusters);
      await prepareLedger(client, twoMonths);
      for (const organizationId of organizations) {
        await makeOwners(client, { organizationId, clusters, workloadsPerCluster });
        keys.push(await addKey(client, organizationId));
      }
      await fillWorkloads(client, 'day', twoMonths);
      await fillNamespaceDays(client, twoMonths);
      await fillBills(client, 'day', twoMonths);
      await fillNodes(client, month);
      await fillContainers(client, containersPerWorkload, month);
    });
    const service = await startCostplane(fleet.databaseUrl);
    const [attacker = '', ...others] = keys;
    const refused = new Map<number, number>();
    const measure = () => findSlowest(service.url, others, { seconds, refused });
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
        const attacking = attack(() => state.isOver);
        const slowest = await measure();
        state.isOver = true;
        await attacking;
        return slowest;
      },
    });
    return {
      data,
      rounds: 1,
      comparisons: [
        during('60 parallel questions', (isOver) =>
          askManyQuestions(service.url, attacker, isOver),
        ),
        during('exports read at 4 kB/s', (isOver) => readSlowly(service.url, attacker, isOver)),
        during('made-up keys', (isOver) => tryKeys(service.url, isOver)),
      ],
      figures: () => [
        {
          name: 'answers to the others that are not 200',
          value: [...refused.values()].reduce((sum, count) => sum + count, 0),
          unit: 'answers',
          target: { atMost: 0 },
        },
      ],
      async close() {
        await service.stop();
        await fleet.drop();
      },
    };
  },
};

async function addKey(client: Client, organizationId: string): Promise<string> {
  const key = apiKey.mint();
  await client.query(
    `insert into api_keys (organization_id, key_hash, key_hint, scopes, requests_per_minute)
      values ($1, $2, $3, $4, 1000000000)`,
    [organizationId, hashCredential(key), apiKey.hint(key), scopes],
  );
  return key;
}

const question = { group_by: 'workload', start_date: month.from, end_date: '2026-04-30' };
const hardQuestion = {
  ...question,
  per_page: 500,
  filter_expression: {
    workload: [{ field: 'name', operator: 'contains', values: ['1'] }],
  },
};

const send = (url: string, key: string, body?: object) =>
  fetch(url, {
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });

const unixSeconds = (day: string) => Date.parse(day) / 1_000;

/** The 99th percentile of the milliseconds of what the others ask, one after the other. */
async function findSlowest(
  url: string,
  keys: readonly string[],
  { seconds, refused }: { readonly seconds: number; readonly refused: Map<number, number> },
): Promise<number> {
  const questions: readonly (readonly [path: string, body?: object])[] = [
    ['/v1/organization/dashboard'],
    ['/v1/workloads?limit=100'],
    [
      `/v1/organizations/dashboard/cost-trend?start=${unixSeconds(month.from)}&end=${unixSeconds(month.to)}`,
    ],
    ['/v1/cost-explorer/query', question],
  ];
  const latencies: number[] = [];
  const until = performance.now() + seconds * 1_000;
  await Promise.all(
    keys.map(async (key) => {
      while (performance.now() < until) {
        for (const [path, body] of questions) {
          const startedAt = performance.now();
          const response = await send(url + path, key, body);
          await response.arrayBuffer();
          latencies.push(performance.now() - startedAt);
          const { status } = response;
          if (status !== 200) refused.set(status, (refused.get(status) ?? 0) + 1);
        }
      }
    }),
  );
  return percentile(latencies, 0.99);
}

const inParallel = (count: number, act: () => Promise<unknown>, isOver: () => boolean) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      while (!isOver()) await act();
    }),
  );

const askManyQuestions = (url: string, key: string, isOver: () => boolean) =>
  inParallel(
    60,
    async () => {
      const response = await send(`${url}/v1/cost-explorer/query`, key, hardQuestion);
      await response.arrayBuffer();
    },
    isOver,
  );

const tryKeys = (url: string, isOver: () => boolean) =>
  inParallel(
    50,
    async () => {
      const response = await send(`${url}/v1/organization`, apiKey.mint());
      await response.arrayBuffer();
    },
    isOver,
  );

async function readSlowly(url: string, key: string, isOver: () => boolean): Promise<void> {
  const path = `/v1/exports/focus?from=${twoMonths.from}&to=${twoMonths.to}`;
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
  await inParallel(1, () => new Promise((resolve) => setTimeout(resolve, 100)), isOver);
  for (const request of requests) request.destroy();
}
