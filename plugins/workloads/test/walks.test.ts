import { walkPages } from '@costplane/plugin-testing';
import { expect } from 'chai';
import { type Expected, fleetClusters, insertFleet, storedOrder, ownedBy } from './fleet.ts';
import { bootWorkloads } from './workload-application.ts';

interface Walk extends Expected {
  readonly name: string;
  readonly path: string;
  /** Clusters that the key may read; without them, all. */
  readonly allowed?: readonly string[];
}

const namespaces = (count: number) => Array.from({ length: count }, (_, index) => `ns-${index}`);
const anyOfValues = (column: string, values: readonly string[]) =>
  `workload.${column} in (${values.map((value) => `'${value}'`).join(', ')})`;
const few = fleetClusters.slice(3, 6);
const one = fleetClusters[7]!;
const many = fleetClusters.slice(2, 38);
const byRed = ownedBy("team.name = 'red'");
const byColours = ownedBy("department.name = 'Colours'");
const bySwarm = ownedBy("department.name = 'Swarm'");

/** One walk for each way into the list, and for what is combined with it. */
const walks: readonly Walk[] = [
  { name: 'everything', path: '/v1/workloads?', where: 'true' },
  { name: 'everything, over all', path: '/v1/workloads?basis=all', where: 'true', basis: 'all' },
  {
    name: 'a kind, with an HPA, from a cost',
    path: '/v1/workloads?kind=Deployment,DaemonSet&has_hpa=true&min_cost_hourly=2',
    where: "kind in ('Deployment', 'DaemonSet') and has_hpa and compute_cpu_hourly >= 2",
  },
  {
    name: 'one namespace',
    path: '/v1/workloads?namespace=ns-3',
    where: anyOfValues('namespace', ['ns-3']),
  },
  {
    name: 'several namespaces, over all',
    path: `/v1/workloads?basis=all&namespace=${namespaces(20).join(',')}`,
    where: anyOfValues('namespace', namespaces(20)),
    basis: 'all',
  },
  {
    name: 'as many namespaces as are read one by one',
    path: `/v1/workloads?namespace=${namespaces(32).join(',')}`,
    where: anyOfValues('namespace', namespaces(32)),
  },
  {
    name: 'more namespaces than are read one by one',
    path: `/v1/workloads?namespace=${namespaces(33).join(',')}`,
    where: anyOfValues('namespace', namespaces(33)),
  },
  {
    name: 'more namespaces than are read one by one, in a few clusters',
    path: `/v1/workloads?namespace=${namespaces(33).join(',')}&cluster_id=${few.join(',')}`,
    where: `${anyOfValues('namespace', namespaces(33))} and ${anyOfValues('cluster_id', few)}`,
  },
  {
    name: 'a cluster',
    path: `/v1/workloads?cluster_id=${one}`,
    where: anyOfValues('cluster_id', [one]),
  },
  {
    name: 'a few clusters, over all',
    path: `/v1/workloads?basis=all&cluster_id=${few.join(',')}`,
    where: anyOfValues('cluster_id', few),
    basis: 'all',
  },
  {
    name: 'as many clusters as are read one by one',
    path: `/v1/workloads?cluster_id=${many.slice(0, 32).join(',')}`,
    where: anyOfValues('cluster_id', many.slice(0, 32)),
  },
  {
    name: 'more clusters than are read one by one',
    path: `/v1/workloads?cluster_id=${many.join(',')}`,
    where: anyOfValues('cluster_id', many),
  },
  {
    name: 'the clusters of a restricted key',
    path: '/v1/workloads?',
    allowed: few,
    where: anyOfValues('cluster_id', few),
  },
  {
    name: 'the many clusters of a restricted key, of those that are asked for',
    path: `/v1/workloads?cluster_id=${fleetClusters.slice(0, 37).join(',')}`,
    allowed: many,
    where: anyOfValues('cluster_id', many.slice(0, 35)),
  },
  {
    name: 'namespaces in clusters',
    path: `/v1/workloads?namespace=ns-1,ns-2,ns-3,ns-4,ns-5&cluster_id=${many.join(',')}`,
    where: `${anyOfValues('namespace', namespaces(6).slice(1))} and ${anyOfValues('cluster_id', many)}`,
  },
  { name: 'a team', path: '/v1/workloads?team=red', where: byRed },
  {
    name: 'a team, over all',
    path: '/v1/workloads?team=red&basis=all',
    where: byRed,
    basis: 'all',
  },
  {
    name: 'teams that share workloads',
    path: '/v1/workloads?team=red,blue,fern',
    where: ownedBy("team.name in ('red', 'blue', 'fern')"),
  },
  { name: 'a department', path: '/v1/workloads?department=Colours', where: byColours },
  {
    name: 'departments, over all',
    path: '/v1/workloads?department=Colours,Plants&basis=all',
    where: ownedBy("department.name in ('Colours', 'Plants')"),
    basis: 'all',
  },
  {
    name: 'teams and departments together',
    path: '/v1/workloads?team=fern,red&department=Colours',
    where: `${ownedBy("team.name in ('fern', 'red')")} and ${byColours}`,
  },
  {
    name: 'a department of more teams than are read one by one',
    path: '/v1/workloads?department=Swarm',
    where: bySwarm,
  },
  {
    name: 'a department of many teams and a few of these, in clusters',
    path: `/v1/workloads?department=Swarm&team=bee-1,bee-21,red&cluster_id=${many.join(',')}`,
    where: `${bySwarm} and ${ownedBy("team.name in ('bee-1', 'bee-21')")}
      and ${anyOfValues('cluster_id', many)}`,
  },
  {
    name: 'a department, in a few clusters, over all, from a cost',
    path: `/v1/workloads?department=Colours&basis=all&min_cost_hourly=2&cluster_id=${few.join(',')}`,
    where: `${byColours} and ${anyOfValues('cluster_id', few)}
      and compute_cpu_hourly + storage_pv_hourly >= 2`,
    basis: 'all',
  },
  {
    name: 'a team, in namespaces and clusters, of a kind',
    path: `/v1/workloads?team=red&namespace=ns-1,ns-2,ns-3,ns-7&cluster_id=${many.join(',')}&kind=Deployment`,
    where: `${byRed} and ${anyOfValues('namespace', ['ns-1', 'ns-2', 'ns-3', 'ns-7'])}
      and ${anyOfValues('cluster_id', many)} and kind = 'Deployment'`,
  },
  {
    name: 'a department, for a restricted key, from a cost',
    path: '/v1/workloads?department=Colours&min_cost_hourly=1',
    allowed: many,
    where: `${byColours} and ${anyOfValues('cluster_id', many)} and compute_cpu_hourly >= 1`,
  },
  {
    name: 'the list of a cluster',
    path: `/v1/clusters/${one}/workloads?`,
    where: anyOfValues('cluster_id', [one]),
  },
  {
    name: 'the list of a cluster, by team and namespace',
    path: `/v1/clusters/${one}/workloads?team=red,blue&namespace=${namespaces(30).join(',')}`,
    where: `${anyOfValues('cluster_id', [one])} and ${ownedBy("team.name in ('red', 'blue')")}`,
  },
];

describe('plugin workloads: walks', () => {
  let application: Awaited<ReturnType<typeof bootWorkloads>>;
  before(async () => {
    application = await bootWorkloads();
    await insertFleet(application);
  });
  after(() => application.app.stop());

  for (const { name, path, allowed, ...expected } of walks) {
    describe(name, () => {
      let key: string;
      let order: readonly string[];
      before(async () => {
        key = allowed ? await application.createKey(allowed) : application.key;
        order = await storedOrder(application, expected);
      });

      for (const limit of [1, 7, 100, 500]) {
        it(`gives each row once, in order, in pages of ${limit}`, async () => {
          const seen = await walkPages(application.app, path, key, limit);

          const ids = (seen as readonly Seen[]).map(
            ({ id, metadata }) => `${id} ${metadata.cluster.id}`,
          );
          expect(ids).to.eql(order);
          expect(order).to.not.be.empty;
        });
      }

      it('counts them all, whatever the page', async () => {
        const { meta } = await application.read(`${path}&limit=1&include_total=true`, key);
        expect(meta.pagination.total_count).to.equal(order.length);
      });
    });
  }
});

interface Seen {
  readonly id: string;
  readonly metadata: { readonly cluster: { readonly id: string } };
}
