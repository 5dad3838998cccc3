import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { type Answer } from './support/client.ts';
import { exportKeysLike } from './support/export-keys.ts';
import {
  type DocumentedOperation,
  listOperations,
  requiredQuery,
  makeUrl,
} from './support/operations.ts';
import { type PathValues, startTenants, type Tenants } from './support/tenants.ts';

const explorerPath = '/v1/cost-explorer/query';
const never = '00000000-0000-4000-8000-000000000000';
const groupings = [
  'workload',
  'namespace',
  'controller_kind',
  'pod',
  'container',
  'deployment',
  'node',
  'instance_type',
];

type KeyName = 'all' | 'north' | 'none' | 'rival';

/** What each key may read. */
const visibleClusters: Readonly<Record<KeyName, readonly string[]>> = {
  all: ['north', 'south'],
  north: ['north'],
  none: [],
  rival: ['west'],
};
const keyNames = Object.keys(visibleClusters) as KeyName[];

/** An amount in ten-thousandths. */
const toUnits = (amount: string) => Math.round(Number(amount) * 10_000);

describe('access to historical cost', () => {
  let tenants: Tenants;
  let operations: readonly DocumentedOperation[];
  let keys: Readonly<Record<KeyName, string>>;
  /** Every export needs one of its own now and then. */
  let exportKeyOf: Readonly<Record<KeyName, () => string>>;

  before(async () => {
    tenants = await startTenants();
    operations = listOperations(tenants.client);
    keys = {
      all: await tenants.createKey('acme'),
      north: await tenants.createKey('acme', { clusters: [tenants.north.id] }),
      none: await tenants.createKey('acme', { clusters: [] }),
      rival: await tenants.createKey('rival'),
    };
    const findExports = (name: KeyName) => exportKeysLike(tenants.database, keys[name], 30);
    exportKeyOf = {
      all: await findExports('all'),
      north: await findExports('north'),
      none: await findExports('none'),
      rival: await findExports('rival'),
    };
  });
  after(() => tenants.stop());

  /** A trend of what was spent in a window that holds all the history. */
  const trend = async (
    path: string,
    values: PathValues,
    key: string,
    query = 'cost_mode=fully_loaded',
  ): Promise<Trend> => {
    const operation = operations.find((one) => one.path === path)!;
    const answer = await tenants.client.get(
      makeUrl(operation, values, 'type=breakdown', query),
      key,
    );
    expect(answer.status, answer.text).to.equal(200);
    const data = answer.body.data as Trend['data'];
    return { data, units: sum(data.points.map(({ total_cost: cost }) => toUnits(cost.amount))) };
  };
  const organizationTrend = (key: string, query?: string) =>
    trend('/v1/organizations/dashboard/cost-trend', {}, key, query);

  const explore = async (body: object, key: string): Promise<Explored> => {
    const answer = await tenants.client.post(explorerPath, body, key);
    expect(answer.status, answer.text).to.equal(200);
    return answer.body.data as Explored;
  };
  const totalWithUnallocated = ({ summary }: Explored) =>
    toUnits(summary.totalCost) + toUnits(summary.unallocatedCost);

  describe('the trends', () => {
    const ofResources = [
      '/v1/clusters/{cluster_id}/cost-trend',
      '/v1/clusters/{cluster_id}/namespaces/{namespace}/cost-trend',
      '/v1/clusters/{cluster_id}/workloads/by-uid/{workload_uid}/cost-trend',
      '/v1/clusters/{cluster_id}/node-groups/{name}/cost-trend',
    ];
    for (const path of ofResources) {
      it(`have at ${path} only the cost of that cluster`, async () => {
        // Of two clusters alike and a larger one, all of which have this workload and this namespace.
        const inAll = { namespace: 'shop', workload_uid: tenants.restored.workload_uid! };
        const query = path.includes('node-groups') ? 'basis=all' : 'cost_mode=fully_loaded';
        const of = ({ paths }: { paths: PathValues }, key: string) =>
          trend(path, { ...paths, ...inAll, name: 'general' }, key, query);
        const north = await of(tenants.north, keys.all);
        const south = await of(tenants.south, keys.all);
        const west = await of(tenants.west, keys.rival);
        expect(north.units).to.be.greaterThan(0);
        expect(south.units).to.equal(north.units);
        expect(west.units).to.be.greaterThan(north.units + 1);
        expect((await of(tenants.north, keys.north)).units).to.equal(north.units);
      });
    }

    it('have for the organization the cost of the allowed clusters', async () => {
      const inCluster = async (name: 'north' | 'south' | 'west', key: string) =>
        (await trend('/v1/clusters/{cluster_id}/cost-trend', tenants[name].paths, key)).units;
      const [north, south] = [
        await inCluster('north', keys.all),
        await inCluster('south', keys.all),
      ];
      const all = await organizationTrend(keys.all);
      // Each is rounded by itself.
      expect(all.units).to.be.closeTo(north + south, 2);
      expect((await organizationTrend(keys.north)).units).to.equal(north);
      expect((await organizationTrend(keys.rival)).units).to.equal(
        await inCluster('west', keys.rival),
      );
      for (const query of ['cost_mode=workload_only', 'basis=all', 'granularity=monthly']) {
        const some = (await organizationTrend(keys.north, query)).units;
        expect(some, query).to.be.greaterThan(0);
        expect((await organizationTrend(keys.all, query)).units).to.be.closeTo(some * 2, 2);
      }
    });

    it('name the clusters of the organization that the key may not read, and none of others', async () => {
      const excludedFor = async (key: string) =>
        (await organizationTrend(key)).data.excluded_cluster_ids;
      expect(await excludedFor(keys.all)).to.eql([]);
      expect(await excludedFor(keys.north)).to.eql([tenants.south.id]);
      expect(await excludedFor(keys.rival)).to.eql([]);
    });

    it('are empty for a key that may read no cluster', async () => {
      const { data } = await organizationTrend(keys.none);
      expect(data.points).to.eql([]);
      expect(data.excluded_cluster_ids).to.eql([]);
    });
  });

  describe('the dashboard', () => {
    const dashboard = async (key: string, query = ''): Promise<Dashboard> => {
      const { status, text, body } = await tenants.client.get(
        `/v1/organization/dashboard?${query}`,
        key,
      );
      expect(status, text).to.equal(200);
      return body.data as Dashboard;
    };

    it('has the clusters that the key may read, with their cost this month', async () => {
      for (const name of keyNames) {
        for (const query of ['', 'cost_mode=workload_only', 'basis=all']) {
          const { month_to_date: month, top_clusters: top } = await dashboard(keys[name], query);
          const start = Date.parse(month.calendar.month_start_at) / 1000;
          const spent = await organizationTrend(keys[name], `start=${start}&${query}`);
          const billed = toUnits(month.billed_cost.amount);
          expect(billed, `${name} ${query}`).to.be.closeTo(spent.units, 2);
          expect(top.map(({ cluster }) => cluster.name)).to.have.members(visibleClusters[name]);
          const ofClusters = top.map((cluster) => toUnits(cluster.month_to_date_cost.amount));
          expect(sum(ofClusters)).to.be.closeTo(spent.units, 2);
        }
      }
    });

    it('counts nothing for a key that may read no cluster', async () => {
      const { month_to_date: month, savings, snapshot } = await dashboard(keys.none);
      expect(month.billed_cost.amount).to.equal('0.0000');
      expect(savings.recommendation_count).to.equal(0);
      expect(savings.current_hourly_potential.amount).to.equal('0.0000');
      const counts = Object.values(snapshot.utilization.counts);
      expect(counts).to.eql(counts.map(() => 0));
    });

    it('has the savings of the clusters that the key may read', async () => {
      for (const name of keyNames) {
        const { savings } = await dashboard(keys[name]);
        const clusters = visibleClusters[name].length;
        expect(savings.recommendation_count, name).to.equal(clusters);
        expect(toUnits(savings.current_hourly_potential.amount), name).to.equal(clusters * 1000);
      }
    });

    it('embeds the organization as the key sees it', async () => {
      for (const key of Object.values(keys)) {
        const { body } = await tenants.client.get('/v1/organization', key);
        const { snapshot } = await dashboard(key);
        const { capacity, cost } = body.data as Dashboard['snapshot'];
        expect([snapshot.capacity, snapshot.cost]).to.eql([capacity, cost]);
      }
    });
  });

  describe('the cost explorer', () => {
    for (const groupBy of groupings) {
      it(`has by ${groupBy} only rows of the clusters that the key may read`, async () => {
        for (const name of keyNames) {
          const found = await explore({ group_by: groupBy }, keys[name]);
          const clusters = new Set(found.rows.map(({ clusterName }) => clusterName));
          expect([...clusters], name).to.have.members(visibleClusters[name]);
          expect(found.rows).to.have.length(found.summary.rowCount);
          expect(found.summary.clusterCount).to.equal(clusters.size);
          const spent = await organizationTrend(keys[name]);
          expect(totalWithUnallocated(found), name).to.be.closeTo(spent.units, 2);
        }
      });

      it(`sums by ${groupBy} only what the key may read, when clusters are combined`, async () => {
        const grouped = { group_by: groupBy, view_mode: 'grouped' };
        for (const name of keyNames) {
          const detailed = await explore({ group_by: groupBy }, keys[name]);
          const found = await explore(grouped, keys[name]);
          const costs = found.rows.map(({ totalCost }) => toUnits(totalCost));
          expect(sum(costs), name).to.be.closeTo(toUnits(detailed.summary.totalCost), costs.length);
          expect(found.summary.totalCost).to.equal(detailed.summary.totalCost);
          expect(found.summary.clusterCount).to.equal(visibleClusters[name].length);
        }
      });
    }

    it('has nothing of a forbidden or foreign cluster that is named', async () => {
      const { north, south, west } = tenants;
      const cases: [KeyName, string[]][] = [
        ['north', [south.id]],
        ['north', [south.id, west.id, never]],
        ['none', [north.id, south.id]],
        ['all', [west.id]],
        ['all', [never]],
        ['rival', [north.id, south.id]],
      ];
      for (const [name, clusterIds] of cases) {
        for (const groupBy of groupings) {
          const { rows, summary } = await explore(
            { cluster_ids: clusterIds, group_by: groupBy },
            keys[name],
          );
          expect(rows).to.eql([]);
          expect(summary).to.include({ rowCount: 0, clusterCount: 0, totalCost: '0.0000' });
          expect(summary).to.include({ unallocatedCost: '0.0000', averageDailyCost: '0.0000' });
        }
      }
    });

    it('leaves out forbidden and foreign clusters that are named together with an allowed one', async () => {
      const { north, south, west } = tenants;
      const alone = await explore({}, keys.north);
      const clusterIds = [south.id, west.id, north.id];
      expect(await explore({ cluster_ids: clusterIds }, keys.north)).to.eql(alone);
      expect(await explore({ cluster_ids: [north.id, west.id] }, keys.all)).to.eql(alone);
    });

    it('has nothing of another organization by any filter', async () => {
      const filters = [
        { cluster: [{ field: 'name', operator: 'in', values: ['west'] }] },
        { workload: [{ field: 'namespace', operator: 'in', values: ['only-west'] }] },
        { node: [{ field: 'node_group', operator: 'in', values: ['only-west'] }] },
      ];
      for (const filterExpression of filters) {
        const own = await explore(
          { filter_expression: filterExpression, group_by: 'namespace' },
          keys.rival,
        );
        expect(totalWithUnallocated(own)).to.be.greaterThan(0);
        const foreign = await explore(
          { filter_expression: filterExpression, group_by: 'namespace' },
          keys.all,
        );
        expect([foreign.rows, totalWithUnallocated(foreign)]).to.eql([[], 0]);
      }
      const any = { field: 'name', operator: 'not_in', values: ['x'] };
      const filterExpression = { workload: [any], node: [any], cluster: [any] };
      for (const name of keyNames) {
        const { rows } = await explore({ filter_expression: filterExpression }, keys[name]);
        const clusters = new Set(rows.map(({ clusterName }) => clusterName));
        expect([...clusters], name).to.have.members(visibleClusters[name]);
      }
    });

    it('filters by teams and departments of its own organization', async () => {
      const byDepartment = [{ field: 'department', operator: 'in', values: ['retail'] }];
      for (const name of keyNames) {
        const { rows } = await explore(
          { filter_expression: { workload: byDepartment } },
          keys[name],
        );
        expect(rows, name).to.have.length(3 * visibleClusters[name].length);
        const clusters = new Set(rows.map(({ clusterName }) => clusterName));
        expect([...clusters], name).to.have.members(visibleClusters[name]);
      }
    });
  });

  describe('the FOCUS export', () => {
    const { from, to } = requiredQuery;
    const ask = (name: KeyName, query = ''): Promise<Answer> =>
      tenants.client.get(`/v1/exports/focus?from=${from}&to=${to}&${query}`, exportKeyOf[name]());
    const chargesFor = async (name: KeyName, query = ''): Promise<Charges> => {
      const { status, text, headers } = await ask(name, query);
      expect(status, text).to.equal(200);
      const rows = parse<{ SubAccountName: string; EffectiveCost: string }>(text, {
        columns: true,
      });
      return {
        clusters: [...new Set(rows.map(({ SubAccountName }) => SubAccountName))].sort(),
        units: toUnits(String(sum(rows.map(({ EffectiveCost }) => Number(EffectiveCost))))),
        isPartial: headers.get('x-export-partial'),
      };
    };
    const expectNone = ({ status, body }: Answer) => {
      expect([status, body?.error.code]).to.eql([403, 'CLUSTER_ACCESS_DENIED']);
      expect(body.error.details).to.eql([{ reason: 'no_cluster_in_scope' }]);
    };

    it('has charges of the clusters that the key may read, and says whether others are missing', async () => {
      for (const name of ['all', 'north', 'rival'] as const) {
        const spent = totalWithUnallocated(await explore({ basis: 'all' }, keys[name]));
        expect(spent).to.be.greaterThan(0);
        for (const grain of ['workload', 'namespace']) {
          for (const idle of ['unallocated', 'apportioned']) {
            const file = await chargesFor(name, `grain=${grain}&idle=${idle}`);
            expect(file.clusters).to.eql(visibleClusters[name]);
            expect(file.isPartial).to.equal(String(name === 'north'));
            expect(file.units).to.be.closeTo(spent, 2);
          }
        }
      }
    });

    it('is refused to a key that may read no cluster', async () => {
      expectNone(await ask('none'));
      expectNone(await ask('none', `cluster_id=${tenants.north.id}`));
    });

    it('is rejected if only forbidden or foreign clusters are named', async () => {
      const { south, west } = tenants;
      for (const ids of [[south.id], [west.id], [never], [south.id, west.id, never]]) {
        expectNone(await ask('north', `cluster_id=${ids.join()}`));
      }
    });

    it('is refused to any key where only foreign or unknown clusters are named', async () => {
      const { west } = tenants;
      for (const ids of [[west.id], [never], [west.id, never]]) {
        expectNone(await ask('all', `cluster_id=${ids.join()}`));
      }
    });

    it('leaves out forbidden and foreign clusters that are named together with an allowed one', async () => {
      const { north, south, west } = tenants;
      const alone = await chargesFor('north');
      expect(await chargesFor('north', `cluster_id=${north.id}`)).to.eql({
        ...alone,
        isPartial: 'false',
      });
      expect(await chargesFor('north', `cluster_id=${south.id},${north.id}`)).to.eql(alone);
      expect(await chargesFor('north', `cluster_id=${west.id},${north.id}`)).to.eql({
        ...alone,
        isPartial: 'false',
      });
      expect(await chargesFor('all', `cluster_id=${west.id}&cluster_id=${south.id}`)).to.eql({
        clusters: ['south'],
        units: alone.units,
        isPartial: 'false',
      });
    });

    it('has nothing of another organization that is named', async () => {
      expectNone(await ask('all', `cluster_id=${tenants.west.id}`));
      expectNone(await ask('rival', `cluster_id=${tenants.north.id}`));
    });

    it('says in its schema what the key leaves out', async () => {
      const excludedFor = async (name: KeyName) => {
        const { body } = await tenants.client.get('/v1/exports/focus/schema', keys[name]);
        return body.data.scope.excluded_cluster_ids as string[];
      };
      const { north, south } = tenants;
      expect(await excludedFor('all')).to.eql([]);
      expect(await excludedFor('rival')).to.eql([]);
      expect(await excludedFor('north')).to.eql([south.id]);
      expect(await excludedFor('none')).to.have.members([north.id, south.id]);
    });

    it('has a different instance id for keys with different clusters', async () => {
      const instances = await Promise.all(
        (['all', 'north', 'rival'] as const).map(async (name) =>
          (await ask(name)).headers.get('x-focus-dataset-instance-id')!,
        ),
      );
      expect(new Set(instances).size).to.equal(3);
    });
  });
});

interface Money {
  readonly amount: string;
}
interface Trend {
  readonly data: {
    readonly points: readonly { readonly total_cost: Money }[];
    readonly excluded_cluster_ids?: readonly string[];
  };
  readonly units: number;
}
interface Dashboard {
  readonly month_to_date: {
    readonly billed_cost: Money;
    readonly calendar: { readonly month_start_at: string };
  };
  readonly top_clusters: readonly {
    readonly cluster: { readonly name: string };
    readonly month_to_date_cost: Money;
  }[];
  readonly savings: {
    readonly recommendation_count: number;
    readonly current_hourly_potential: Money;
  };
  readonly snapshot: {
    readonly capacity: object;
    readonly utilization: { readonly counts: Readonly<Record<string, number>> };
    readonly cost: object;
  };
}
interface Explored {
  readonly rows: readonly { readonly clusterName: string; readonly totalCost: string }[];
  readonly summary: {
    readonly totalCost: string;
    readonly unallocatedCost: string;
    readonly rowCount: number;
    readonly clusterCount: number;
  };
}
interface Charges {
  readonly clusters: readonly string[];
  readonly units: number;
  readonly isPartial: string | null;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
