import { expect } from 'chai';
import { type Answer } from './support/client.ts';
import { callTool } from './support/mcp-client.ts';
import {
  type DocumentedOperation,
  fillPath,
  listOperations,
  makeArguments,
  makeUrl,
} from './support/operations.ts';
import { type PathValues, startTenants, type Tenants } from './support/tenants.ts';

/** What a route answers to a path that names nothing it may show. */
interface Guard {
  /** The code of what does not exist, by the path parameter that is looked up. */
  readonly missing: readonly [parameter: string, code: string];
  /** The code of a malformed value (decision 8); `name`: there is none but the empty one. */
  readonly malformed: 'INVALID_CLUSTER_ID' | 'BAD_REQUEST' | 'VALIDATION_ERROR' | 'name';
  /** A required parameter of the query names the cluster, rather than the path. */
  readonly hasClusterInQuery?: boolean;
  /** These teams and departments were made by a person: an allow-list changes their figures alone. */
  readonly isOfNoCluster?: boolean;
}

const cluster: Guard = {
  missing: ['cluster_id', 'CLUSTER_NOT_FOUND'],
  malformed: 'INVALID_CLUSTER_ID',
};
const byId = (parameter: string, code: string): Guard => ({
  missing: [parameter, code],
  malformed: 'BAD_REQUEST',
});
const byName = (parameter: string, code: string): Guard => ({
  missing: [parameter, code],
  malformed: 'name',
});
const inNamedCluster = (guard: Guard): Guard => ({ ...guard, hasClusterInQuery: true });
const workload = byId('workload_uid', 'WORKLOAD_NOT_FOUND');
const team = { ...byId('team_id', 'TEAM_NOT_FOUND'), isOfNoCluster: true };

/** Every route with an id or a name in its path. */
const guards: Readonly<Record<string, Guard>> = {
  '/v1/clusters/{cluster_id}': cluster,
  '/v1/clusters/{cluster_id}/namespaces': cluster,
  '/v1/clusters/{cluster_id}/namespaces/{namespace}': byName('namespace', 'NAMESPACE_NOT_FOUND'),
  '/v1/clusters/{cluster_id}/workloads': cluster,
  '/v1/clusters/{cluster_id}/cost-trend': cluster,
  '/v1/clusters/{cluster_id}/namespaces/{namespace}/cost-trend': byName(
    'namespace',
    'NAMESPACE_NOT_FOUND',
  ),
  '/v1/clusters/{cluster_id}/workloads/by-uid/{workload_uid}/cost-trend': {
    missing: ['workload_uid', 'WORKLOAD_NOT_FOUND'],
    malformed: 'VALIDATION_ERROR',
  },
  '/v1/clusters/{cluster_id}/node-groups/{name}/cost-trend': byName('name', 'NODE_GROUP_NOT_FOUND'),
  '/v1/workloads/{workload_uid}': workload,
  '/v1/workloads/{workload_uid}/pods': workload,
  '/v1/clusters/{cluster_id}/nodes': cluster,
  '/v1/nodes/{node_uid}': byId('node_uid', 'NODE_NOT_FOUND'),
  '/v1/clusters/{cluster_id}/node-groups': cluster,
  '/v1/clusters/{cluster_id}/node-groups/{name}': byName('name', 'NODE_GROUP_NOT_FOUND'),
  '/v1/recommendations/{rec_id}': byId('rec_id', 'RECOMMENDATION_NOT_FOUND'),
  '/v1/clusters/{cluster_id}/persistent-volumes': cluster,
  '/v1/persistent-volumes/{uid}': byId('uid', 'BAD_REQUEST'),
  '/v1/teams/{team_id}': team,
  '/v1/teams/{team_id}/assignments': team,
  '/v1/departments/{dept_id}': {
    ...byId('dept_id', 'DEPARTMENT_NOT_FOUND'),
    isOfNoCluster: true,
  },
  '/legacy/v1/namespaces/{namespace_name}/details': inNamedCluster(
    byName('namespace_name', 'NAMESPACE_NOT_FOUND'),
  ),
  '/legacy/v1/namespaces/{namespace_name}/trends': inNamedCluster(
    byName('namespace_name', 'NAMESPACE_NOT_FOUND'),
  ),
  '/legacy/v1/nodes/{node_uid}/metrics': inNamedCluster(byId('node_uid', 'NODE_NOT_FOUND')),
  '/legacy/v1/node-groups/{group_name}/details': inNamedCluster(
    byName('group_name', 'NODE_GROUP_NOT_FOUND'),
  ),
};

/** What a list over clusters does with a filter that names a cluster of the organization. */
type FilterRule = 'leaves out' | 'refuses' | 'has no filter';

/** Every list without a cluster or workload in its path, and what its `cluster_id` filter does. */
const lists: Readonly<Record<string, FilterRule>> = {
  '/v1/clusters': 'has no filter',
  '/v1/namespaces': 'leaves out',
  '/v1/workloads': 'leaves out',
  '/v1/nodes': 'leaves out',
  '/v1/node-groups': 'leaves out',
  '/v1/recommendations': 'refuses',
  '/v1/persistent-volumes': 'leaves out',
  '/v1/teams/{team_id}/assignments': 'leaves out',
};
/** Lists of what is in no cluster. */
const ownerLists = ['/v1/teams', '/v1/departments'];

const never = '00000000-0000-4000-8000-000000000000';
const everyCluster = ['north', 'south'] as const;

describe('access to resources', () => {
  let tenants: Tenants;
  let operations: readonly DocumentedOperation[];
  /** Keys of every scope: of all clusters, of `north` alone, of none, and of the rival. */
  let keys: Readonly<Record<'all' | 'north' | 'none' | 'rival', string>>;

  before(async () => {
    tenants = await startTenants();
    operations = listOperations(tenants.client);
    keys = {
      all: await tenants.createKey('acme'),
      north: await tenants.createKey('acme', { clusters: [tenants.north.id] }),
      none: await tenants.createKey('acme', { clusters: [] }),
      rival: await tenants.createKey('rival'),
    };
  });
  after(() => tenants.stop());

  const get = (path: string, key: string) => tenants.client.get(path, key);
  const readRows = async (path: string, key: string): Promise<Row[]> => {
    const answer = await get(path, key);
    expect(answer.status, `${path}: ${answer.text}`).to.equal(200);
    return answer.body.data;
  };

  it('covers every documented route with an id or a name in its path', () => {
    const documented = operations.filter(({ pathParameters }) => pathParameters.length > 0);
    expect(documented.map(({ path }) => path)).to.have.members(Object.keys(guards));
  });

  it('covers every documented list', () => {
    const documented = operations.filter(({ isList }) => isList).map(({ path }) => path);
    const inPath = documented.filter((path) => /\{(cluster_id|workload_uid)\}/.test(path));
    expect(documented).to.have.members([...inPath, ...Object.keys(lists), ...ownerLists]);
    expect(Object.keys(guards)).to.include.members(inPath);
  });

  for (const [path, guard] of Object.entries(guards)) {
    const { missing, malformed, hasClusterInQuery = false, isOfNoCluster = false } = guard;
    const [parameter, code] = missing;
    const hasCluster = hasClusterInQuery || path.includes('{cluster_id}');

    describe(path, () => {
      let operation: DocumentedOperation;
      before(() => (operation = operations.find((one) => one.path === path)!));
      const filled = (...values: readonly PathValues[]) =>
        makeUrl(operation, Object.assign({}, ...values) as PathValues);

      it('answers its own organization', async () => {
        for (const { paths } of [tenants.north, tenants.south]) {
          expect((await get(filled(paths), keys.all)).status).to.equal(200);
        }
        expect((await get(filled(tenants.west.paths), keys.rival)).status).to.equal(200);
      });

      it('is 404 for a resource of another organization', async () => {
        const foreign = await get(filled(tenants.west.paths), keys.all);
        expectError(foreign, 404, hasCluster ? 'CLUSTER_NOT_FOUND' : code);
        const restricted = await get(filled(tenants.west.paths), keys.north);
        expectError(restricted, 404, hasCluster ? 'CLUSTER_NOT_FOUND' : code);
        const other = await get(filled(tenants.north.paths), keys.rival);
        expectError(other, 404, hasCluster ? 'CLUSTER_NOT_FOUND' : code);
      });

      it(`is 404 ${code} for a resource that never existed, whatever the allow-list`, async () => {
        for (const key of [keys.all, keys.north]) {
          const value = malformed === 'name' ? 'no-such-name' : never;
          const answer = await get(filled(tenants.north.paths, { [parameter]: value }), key);
          expectError(answer, 404, code, { field: parameter, reason: 'not_found' });
        }
      });

      if (hasCluster) {
        it('is 404 CLUSTER_NOT_FOUND in a cluster that never existed', async () => {
          const answer = await get(filled(tenants.north.paths, { cluster_id: never }), keys.none);
          expectError(answer, 404, 'CLUSTER_NOT_FOUND');
        });
        it('is 400 INVALID_CLUSTER_ID in a cluster whose id is malformed', async () => {
          const values = { cluster_id: 'north' };
          const answer = await get(filled(tenants.north.paths, values), keys.all);
          expectError(answer, 400, 'INVALID_CLUSTER_ID');
        });
      }

      if (hasCluster && parameter !== 'cluster_id') {
        it(`is 404 ${code} for a resource that only another cluster has`, async () => {
          const inNorth = { cluster_id: tenants.north.id };
          for (const { paths } of [tenants.south, tenants.west]) {
            expectError(await get(filled(paths, inNorth), keys.all), 404, code);
          }
        });
      }

      if (malformed !== 'name') {
        it(`is ${malformed} with a malformed id`, async () => {
          for (const bad of ['42', `${never}0`, never.replaceAll('-', ''), `{${never}}`]) {
            const path = filled(tenants.north.paths, { [parameter]: bad });
            const answer = await get(path, keys.all);
            const status = malformed === 'VALIDATION_ERROR' ? 422 : 400;
            expectError(answer, status, malformed, { field: parameter });
          }
        });
      } else if (path.endsWith('}')) {
        // Within a path an empty name makes another path.
        it('is 400 BAD_REQUEST without the name', async () => {
          const answer = await get(filled(tenants.north.paths, { [parameter]: '' }), keys.all);
          expectError(answer, 400, 'BAD_REQUEST');
        });
      }

      if (/\{(cluster_id|workload_uid)\}\/(?!cost-trend)[a-z-]+$/.test(path)) {
        it('has and counts only rows of that cluster', async () => {
          for (const name of everyCluster) {
            const { data, meta } = (
              await get(`${filled(tenants[name].paths)}?include_total=true`, keys.all)
            ).body;
            expect(data.map(clusterName)).to.eql(data.map(() => name));
            expect(data.length).to.be.greaterThan(1);
            if (meta.pagination) expect(meta.pagination.total_count).to.equal(data.length);
          }
        });
      }

      if (isOfNoCluster) {
        it('answers a key that may read no cluster', async () => {
          for (const key of [keys.north, keys.none]) {
            expect((await get(filled(tenants.south.paths), key)).status).to.equal(200);
          }
        });
      } else {
        it('is 403 CLUSTER_ACCESS_DENIED outside the allow-list', async () => {
          const { id, paths } = tenants.south;
          for (const key of [keys.north, keys.none]) {
            const answer = await get(filled(paths), key);
            expectError(answer, 403, 'CLUSTER_ACCESS_DENIED', { cluster_id: id });
          }
          expect((await get(filled(tenants.north.paths), keys.north)).status).to.equal(200);
        });
      }
    });
  }

  for (const [path, rule] of Object.entries(lists)) {
    describe(`the list ${path}`, () => {
      const read = (key: string, filter = '') =>
        readRows(fillPath(path, tenants.north.paths) + filter, key);
      const filterBy = (...clusters: string[]) => `?cluster_id=${clusters.join(',')}`;
      const distinctNames = (rows: readonly Row[]) => [...new Set(rows.map(clusterName))].sort();

      it('has only rows of the allowed clusters of the organization', async () => {
        expect(distinctNames(await read(keys.all))).to.eql(everyCluster);
        expect(distinctNames(await read(keys.north))).to.eql(['north']);
        expect(await read(keys.none)).to.eql([]);
      });

      it('counts only the rows that it shows', async () => {
        const operation = operations.find((one) => one.path === path);
        for (const key of Object.values(keys)) {
          const values = key === keys.rival ? tenants.west.paths : tenants.north.paths;
          const answer = await get(`${fillPath(path, values)}?include_total=true`, key);
          expect(answer.status, answer.text).to.equal(200);
          const { data, meta } = answer.body;
          expect(data.length > 0).to.equal(key !== keys.none);
          if (operation?.isPaged) {
            expect(meta.pagination.total_count).to.equal(data.length);
            expect(meta.pagination.has_more).to.equal(false);
          }
        }
      });

      if (rule === 'has no filter') return;

      it('has nothing of a cluster of another organization that a filter names', async () => {
        for (const key of [keys.all, keys.north, keys.none]) {
          expect(await read(key, filterBy(tenants.west.id))).to.eql([]);
          expect(await read(key, filterBy(tenants.west.id, never))).to.eql([]);
        }
        const rows = await read(keys.north, filterBy(tenants.west.id, tenants.north.id));
        expect(distinctNames(rows)).to.eql(['north']);
      });

      if (rule === 'leaves out') {
        it('leaves out a forbidden cluster that a filter names', async () => {
          const { north, south } = tenants;
          expect(await read(keys.north, filterBy(south.id))).to.eql([]);
          const rows = await read(keys.north, filterBy(south.id, north.id));
          expect(distinctNames(rows)).to.eql(['north']);
          expect(await read(keys.none, filterBy(south.id, north.id))).to.eql([]);
        });
      } else {
        it('is 403 CLUSTER_ACCESS_DENIED when a filter names a forbidden cluster', async () => {
          const { north, south } = tenants;
          const ask = (key: string, ...clusters: string[]) =>
            get(`${path}${filterBy(...clusters)}`, key);
          for (const answer of [
            await ask(keys.north, south.id),
            await ask(keys.north, north.id, south.id),
            await ask(keys.none, south.id),
          ]) {
            expectError(answer, 403, 'CLUSTER_ACCESS_DENIED', { cluster_id: south.id });
          }
        });
      }
    });
  }

  describe('the name or id of a cluster', () => {
    /** The clusters that an answer speaks of: by their ids, their names or what only they have. */
    const mentioned = (text: string) => {
      // A trend says what its sum leaves out.
      const shown = text.replace(/"excluded_cluster_ids":\[[^\]]*\]/, '');
      return ([...everyCluster, 'west'] as const).filter(
        (name) => shown.includes(tenants[name].id) || new RegExp(`\\b${name}\\b`).test(shown),
      );
    };
    const readers = (): [key: string, clusters: readonly string[], values: PathValues][] => [
      [keys.all, everyCluster, tenants.south.paths],
      [keys.north, ['north'], tenants.north.paths],
      [keys.none, [], tenants.north.paths],
      [keys.rival, ['west'], tenants.west.paths],
    ];

    it('is not in any response to a key that may not read it', async () => {
      const ofSouth: string[] = [];
      for (const operation of operations.filter(({ scope }) => scope !== undefined)) {
        for (const [key, clusters, values] of readers()) {
          const url = makeUrl(operation, values);
          const { status, text } =
            operation.method === 'post'
              ? await tenants.client.post(url, {}, key)
              : await get(url, key);
          const found = mentioned(text);
          // A refusal names what was asked for.
          if (status === 200) expect(clusters, `${url}: ${text}`).to.include.members(found);
          else expect(status, url).to.equal(403);
          if (found.includes('south')) ofSouth.push(operation.path);
        }
      }
      expect(ofSouth.length).to.be.greaterThan(operations.length / 2);
    });

    it('is not in any tool result for a key that may not read it', async () => {
      const tools = operations.filter(
        ({ scope, answersData }) => scope !== undefined && answersData,
      );
      const ofSouth: string[] = [];
      for (const operation of tools) {
        const { operationId } = operation;
        for (const [key, clusters, values] of readers()) {
          const given = makeArguments(operation, values);
          const { isError, text } = await callTool(tenants.url, key, operationId, given);
          const found = mentioned(text);
          if (!isError) expect(clusters, `${operationId}: ${text}`).to.include.members(found);
          else expect(JSON.parse(text).error.code, text).to.equal('CLUSTER_ACCESS_DENIED');
          if (found.includes('south')) ofSouth.push(operationId);
        }
      }
      expect(ofSouth.length).to.be.greaterThan(tools.length / 2);
    });
  });

  describe('a uid that several clusters have', () => {
    for (const path of ['/v1/workloads/{workload_uid}', '/v1/nodes/{node_uid}']) {
      it(`means at ${path} the resource of an allowed cluster`, async () => {
        const one = fillPath(path, tenants.restored);
        const south = await tenants.createKey('acme', { clusters: [tenants.south.id] });
        const clusterFor = async (key: string) =>
          clusterName((await get(one, key)).body.data as Row);
        expect(await clusterFor(keys.all)).to.be.oneOf([...everyCluster]);
        expect(await clusterFor(keys.north)).to.equal('north');
        expect(await clusterFor(south)).to.equal('south');
        expect(await clusterFor(keys.rival)).to.equal('west');
        expectError(await get(one, keys.none), 403, 'CLUSTER_ACCESS_DENIED');
      });
    }

    it('has the pods of that cluster alone', async () => {
      const path = fillPath('/v1/workloads/{workload_uid}/pods', tenants.restored);
      for (const [key, cluster] of [
        [keys.north, 'north'],
        [keys.rival, 'west'],
      ] as const) {
        const rows = await readRows(path, key);
        expect(rows.map(clusterName)).to.eql([cluster, cluster]);
      }
    });
  });

  describe('figures over the allowed clusters', () => {
    it('are those of one of two identical clusters, and empty without a cluster', async () => {
      for (const list of ownerLists) {
        const all = await readRows(list, keys.all);
        const north = byOwnerName(await readRows(list, keys.north));
        const none = byOwnerName(await readRows(list, keys.none));
        expect(all.length).to.be.greaterThan(0);
        for (const owner of all) {
          const half = north.get(owner.metadata.name)!;
          expect(owner.assigned_workloads).to.be.greaterThan(0);
          expect(half.assigned_workloads * 2).to.equal(owner.assigned_workloads);
          expect(hourlyCost(half) * 2).to.be.closeTo(hourlyCost(owner), 0.0002);
          expect(hourlyCost(half)).to.be.greaterThan(0);
          const nothing = none.get(owner.metadata.name);
          expect(nothing !== undefined).to.equal(owner.metadata.origin === 'native');
          if (nothing) expect([nothing.assigned_workloads, hourlyCost(nothing)]).to.eql([0, 0]);
        }
      }
    });

    it('are the same on the resource itself', async () => {
      for (const path of ['/v1/teams/{team_id}', '/v1/departments/{dept_id}']) {
        const one = fillPath(path, tenants.north.paths);
        const list = path.replace(/\/\{.+$/, '');
        for (const key of [keys.all, keys.north, keys.none]) {
          const { data } = (await get(one, key)).body;
          expect(await readRows(list, key)).to.deep.include(data);
        }
      }
    });

    it('never show an owner of another organization', async () => {
      for (const list of ownerLists) {
        const owners = await readRows(list, keys.all);
        const own = listIds(owners);
        const made = listIds(owners.filter(({ metadata }) => metadata.origin === 'native'));
        expect(listIds(await readRows(list, keys.north))).to.have.members(own);
        expect(listIds(await readRows(list, keys.none))).to.have.members(made);
        const foreign = listIds(await readRows(list, keys.rival));
        expect(foreign).to.have.length(own.length);
        expect(foreign.filter((id) => own.includes(id))).to.eql([]);
      }
    });

    it('are those of the organization', async () => {
      const countsFor = async (key: string) =>
        (await get('/v1/organization', key)).body.data.utilization.counts;
      const [all, north, none] = [
        await countsFor(keys.all),
        await countsFor(keys.north),
        await countsFor(keys.none),
      ];
      expect(all.clusters).to.equal(2);
      for (const [name, count] of Object.entries(all as Record<string, number>)) {
        expect(north[name] * 2, name).to.equal(count);
        expect(none[name], name).to.equal(0);
      }
    });
  });

  it('lists in a namespace only the workloads of its own cluster', async () => {
    const path = '/v1/clusters/{cluster_id}/namespaces/{namespace}';
    const values = { cluster_id: tenants.north.id, namespace: 'shop' };
    const { data } = (await get(fillPath(path, values), keys.all)).body;
    const inCluster = await readRows(
      fillPath('/v1/clusters/{cluster_id}/workloads?namespace=shop', values),
      keys.all,
    );
    expect(listIds(data.workloads_top_5)).to.have.members(listIds(inCluster));
    expect(inCluster).to.have.length(3);
  });

  it('shows nothing by the uid of a workload or node of another organization', async () => {
    const { workload_uid: workload, node_uid: node } = tenants.west.paths;
    expect(await readRows(`/v1/recommendations?workload_uid=${workload}`, keys.all)).to.eql([]);
    const pods = fillPath('/v1/workloads/{workload_uid}/pods', tenants.north.paths);
    expect(await readRows(`${pods}?node_uid=${node}`, keys.all)).to.eql([]);
    const { workload_uid: forbidden } = tenants.south.paths;
    expect(await readRows(`/v1/recommendations?workload_uid=${forbidden}`, keys.north)).to.eql([]);
  });

  it('filters by the teams of its own organization alone', async () => {
    const own = await readRows('/v1/workloads?team=platform', keys.north);
    expect(own.map(clusterName)).to.eql(own.map(() => 'north'));
    expect(own).to.have.length(3);
    const byDepartment = await readRows('/v1/workloads?department=engineering', keys.rival);
    expect(byDepartment.map(clusterName)).to.eql(['west', 'west', 'west']);
    const foreign = tenants.west.paths.dept_id!;
    expect(await readRows(`/v1/teams?department_id=${foreign}`, keys.all)).to.eql([]);
  });
});

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly origin?: string;
    readonly cluster?: { readonly name: string };
  };
  readonly assigned_workloads: number;
  readonly cost: { readonly current_run_rate_hourly: { readonly amount: string } };
}

const clusterName = ({ kind, metadata }: Row) =>
  kind === 'Cluster' ? metadata.name : metadata.cluster?.name;
const listIds = (rows: readonly Row[]) => rows.map(({ id }) => id);
const hourlyCost = ({ cost }: Row) => Number(cost.current_run_rate_hourly.amount);
const byOwnerName = (rows: readonly Row[]) => new Map(rows.map((row) => [row.metadata.name, row]));

/** The client held the answer against the document: without `error`, its form is the family's own. */
function expectError(answer: Answer, status: number, code: string, detail?: object) {
  expect(answer.status, answer.text).to.equal(status);
  const { data, error } = answer.body;
  if (error === undefined) return;
  expect(error.code, answer.text).to.equal(code);
  expect(data).to.equal(null);
  if (detail) expect(error.details[0]).to.include(detail);
}
