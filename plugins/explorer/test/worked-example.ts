import { type ContainerDay, type Ledger } from './ledger.ts';

/** Half of what each container asks for is used, unless it says otherwise. */
const use = { cpuRequested: 1, cpuUsed: 0.5, memoryRequested: 2, memoryUsed: 1 };

/** The two days that the example spends on. */
export const bothDays = { start_date: '2026-07-01', end_date: '2026-07-02' };

/**
 * Two clusters, each with a day of its own. Fully loaded, over `legacy`:
 *
 * | east, 1 July      | node e1 | node e2 | owner |
 * | api (Deployment)  |   10.25 |         | 10.25 |  web 7.5, sidecar 2.75
 * | db (StatefulSet)  |     7.5 |         |   7.5 |
 * | agent (DaemonSet) |         |      13 |    13 |
 * | night (CronJob)   |         |         |     0 |
 * | namespace shop    |         |    1.75 |  1.75 |  a bare pod
 * | nobody            |       0 |       3 |       |
 * | node              |   17.75 |   17.75 |  35.5 |  the bill
 *
 * | west, 2 July      | node w1 |
 * | api (Deployment)  |       5 |
 * | nobody            |       1 |
 * | node              |       6 |  the bill
 *
 * Over `all`, east has 9.9 more: storage of 5 (db) + 1 (namespace shop) + 2 (nobody), and a control
 * plane of 1.05 (containers) + 0.6 (volumes: 0.5 of db, 0.1 of namespace shop) + 0.25 (nobody).
 */
export async function spendWorkedExample(ledger: Ledger) {
  const east = await ledger.cluster('00000000-0000-4000-8000-00000000000e');
  const west = await ledger.cluster('00000000-0000-4000-8000-00000000000f');
  const payments = { teams: ['payments'], departments: ['product'], labels: { app: 'api' } };
  const api = await ledger.owner(east, ['Deployment', 'shop', 'api'], payments);
  const db = await ledger.owner(east, ['StatefulSet', 'shop', 'db'], {
    teams: ['data', 'shared'],
    labels: { app: 'db', 'tier/level': '1' },
  });
  const agent = await ledger.owner(east, ['DaemonSet', 'system', 'agent']);
  const night = await ledger.owner(east, ['CronJob', 'batch', 'night']);
  const shop = await ledger.owner(east, ['', 'shop', 'shop'], { teams: ['payments'] });
  const westApi = await ledger.owner(west, ['Deployment', 'shop', 'api'], payments);
  const e1 = ledger.node('e1');
  const e2 = ledger.node('e2', {
    instance_type: 'g5.xlarge',
    node_group: 'gpus',
    availability_zone: 'zone-b',
    capacity_type: 'spot',
    architecture: 'arm64',
  });
  const w1 = ledger.node('w1', { availability_zone: 'zone-c' });
  const apiPod = [crypto.randomUUID(), 'api-1'] as const;
  const containers: ContainerDay[] = [
    {
      owner: api,
      node: e1,
      pod: apiPod,
      container: 'web',
      ...use,
      cpu: 4,
      memory: 2,
      gpu: 0,
      idle: 1,
      overhead: 0.5,
      management: 0.4,
    },
    {
      owner: api,
      node: e1,
      pod: apiPod,
      container: 'sidecar',
      ...use,
      cpu: 1,
      memory: 1,
      gpu: 0,
      idle: 0.5,
      overhead: 0.25,
      management: 0.1,
    },
    {
      owner: db,
      node: e1,
      pod: [crypto.randomUUID(), 'db-0'],
      container: 'postgres',
      cpu: 2,
      memory: 4,
      gpu: 0,
      idle: 1,
      overhead: 0.5,
      management: 0.3,
      cpuRequested: 1,
      cpuUsed: null,
      memoryRequested: 2,
      memoryUsed: null,
    },
    {
      owner: agent,
      node: e2,
      pod: [crypto.randomUUID(), 'agent-e2'],
      container: 'agent',
      cpu: 1,
      memory: 1,
      gpu: 8,
      idle: 2,
      overhead: 1,
      management: 0.2,
      ...use,
    },
    {
      owner: shop,
      node: e2,
      pod: [crypto.randomUUID(), 'debug'],
      container: 'shell',
      cpu: 1,
      memory: 0,
      gpu: 0,
      idle: 0.5,
      overhead: 0.25,
      management: 0.05,
      cpuRequested: 0,
      cpuUsed: 0.25,
      memoryRequested: 0,
      memoryUsed: 0,
    },
  ];
  await ledger.spend(east, '2026-07-01', {
    cluster: { name: 'east' },
    containers,
    volumes: [
      { owner: db, storage: 5, management: 0.5 },
      { owner: shop, storage: 1, management: 0.1 },
    ],
    idlers: [night],
    rests: [{ node: e2, unallocated: 3 }],
    unallocatedStorage: 2,
    unallocatedManagement: 0.25,
  });
  await ledger.spend(west, '2026-07-02', {
    cluster: { name: 'west', provider: 'gcp', region: 'us-east1', environment: 'staging' },
    containers: [
      {
        owner: westApi,
        node: w1,
        pod: [crypto.randomUUID(), 'api-1'],
        container: 'web',
        cpu: 3,
        memory: 1,
        gpu: 0,
        idle: 0,
        overhead: 1,
        management: 0,
        ...use,
      },
    ],
    rests: [{ node: w1, unallocated: 1 }],
  });
  return { east, west, owners: { api, db, agent, night, shop, westApi }, nodes: { e1, e2, w1 } };
}
