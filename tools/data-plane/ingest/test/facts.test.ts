import { expect } from 'chai';
import { findOrCreateCluster } from '../src/find-or-create-cluster.ts';
import { openTestWarehouse, type TestWarehouse } from './database.ts';
import {
  claim,
  container,
  deployment,
  node,
  ownedBy,
  pod,
  sampleSnapshot,
  volume,
  workload,
} from './sample-snapshot.ts';

type Fields = Record<string, unknown>;

const tables = ['nodes', 'namespaces', 'workloads', 'pods', 'containers', 'persistent_volumes'];

/** The same seed gives the same numbers from 0 to 1. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Snapshots in which now and then something comes, goes, changes or cannot be seen. */
function* life(seed: number, length: number) {
  const next = random(seed);
  const chance = (share: number) => next() < share;
  const some = <Item>(items: readonly Item[], share: number) => items.filter(() => chance(share));
  const pickOne = <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)]!;
  const facts = new Map<string, Fields>();
  const settled = (name: string, make: () => Fields): Fields => {
    const known = facts.get(name);
    const made = known !== undefined && chance(0.85) ? known : make();
    facts.set(name, made);
    return made;
  };
  const usage = () =>
    chance(0.8) ? { cpu_usage_cores: pickOne([0.1, 0.5, 2]), memory_usage_bytes: 2 ** 30 } : {};
  const main = (name: string) =>
    container({
      name,
      ...usage(),
      ...settled(name, () => ({
        restart_count: pickOne([0, 1, 2]),
        last_termination_reason: pickOne(['', 'OOMKilled', 'Error']),
        state: pickOne(['running', 'running', 'terminated', 'waiting']),
        state_reason: pickOne(['', 'OOMKilled', 'CrashLoopBackOff']),
      })),
    });
  for (let minute = 0; minute < length; minute += 1) {
    const names = some(['a', 'b', 'c', 'd', 'e', 'f'], 0.85);
    const kinds = ['nodes', 'pods', 'deployments', 'namespaces', 'hpas', 'pvs', 'resourcequotas'];
    const stale = chance(0.5) ? some([...kinds, 'statefulsets', 'replicasets'], 0.3) : [];
    const listed = (kind: string, items: Fields[]) => (stale.includes(kind) ? [] : items);
    yield sampleSnapshot(minute, {
      health: { stale_resources: stale },
      nodes: listed(
        'nodes',
        some(['n1', 'n2'], 0.95).map((name) => node(name, usage())),
      ),
      pods: listed(
        'pods',
        names.map((name) =>
          pod(name, pickOne(['n1', 'n2']), {
            ...(chance(0.7) ? ownedBy('Deployment', 'web') : {}),
            ...settled(`pod ${name}`, () => ({
              phase: pickOne(['Running', 'Running', 'Pending', 'Failed']),
              labels: { version: pickOne(['1', '2']) },
            })),
            containers: some([`main-${name}`, `proxy-${name}`], 0.9).map(main),
          }),
        ),
      ),
      namespaces: listed(
        'namespaces',
        some(['shop', 'idle'], 0.9).map((name) => ({
          name,
          ...settled(name, () => ({ labels: { team: pickOne(['x', 'y']) } })),
        })),
      ),
      deployments: listed(
        'deployments',
        some(['web', 'spare'], 0.9).map((name) =>
          deployment(
            name,
            settled(name, () => ({
              replicas: pickOne([1, 2]),
              labels: { team: pickOne(['x', 'z']) },
            })),
          ),
        ),
      ),
      hpas: listed(
        'hpas',
        chance(0.5) ? [{ namespace: 'shop', target_kind: 'Deployment', target_name: 'web' }] : [],
      ),
      resource_quotas: listed(
        'resourcequotas',
        chance(0.5) ? [{ namespace: 'shop', hard: { 'requests.cpu': pickOne(['2', '4']) } }] : [],
      ),
      statefulsets: listed('statefulsets', [
        workload('db', {
          replicas: 1,
          available_replicas: 1,
          volume_claim_templates: ['data'],
        }),
      ]),
      pvs: listed('pvs', chance(0.8) ? [volume('disk', 'data-db-0')] : []),
      pvcs: [claim(chance(0.9) ? 'data-db-0' : 'other')],
    });
  }
}

describe('unchanged rows', () => {
  let warehouse: TestWarehouse;
  beforeEach(async () => (warehouse = await openTestWarehouse()));
  afterEach(() => warehouse.close());

  /** The state of a cluster, but for what is another in each. */
  const readState = async (cluster: { id: string }) => {
    const states: Record<string, string[]> = {};
    for (const table of tables) {
      const rows = await warehouse.query(
        `select to_jsonb(t) - '{id,cluster_id,facts_digest}'::text[] as row from ${table} t
          where cluster_id = '${cluster.id}'`,
      );
      states[table] = rows.map(({ row }) => JSON.stringify(row)).sort();
    }
    return states;
  };
  const forgetFacts = async (cluster: { id: string }) => {
    for (const table of tables) {
      await warehouse.query(
        `update ${table} set facts_digest = null where cluster_id = '${cluster.id}'`,
      );
    }
  };

  for (const seed of [1, 2, 3]) {
    it(`lead to the same state as writing all rows each time (seed ${seed})`, async () => {
      const cluster = { id: warehouse.clusterId };
      const { db, organizationId } = warehouse;
      const whole = await findOrCreateCluster(db, { organizationId, name: 'whole' });
      for (const snapshot of life(seed, 40)) {
        await forgetFacts(whole);
        for (const each of [cluster, whole]) await warehouse.ingest(snapshot, each);
        expect(await readState(cluster), new Date(snapshot.timestamp).toISOString()).to.eql(
          await readState(whole),
        );
      }
    });
  }

  it('are not written again', async () => {
    const snapshot = (minute: number, cores: number, labels: Fields) =>
      sampleSnapshot(minute, {
        nodes: [node('n')],
        pods: [pod('web', 'n', { labels, containers: [container({ cpu_usage_cores: cores })] })],
      });
    await warehouse.ingest(snapshot(0, 1, { version: '1' }));
    // Whoever writes them again would undo it.
    await warehouse.query("update pods set qos_class = 'untouched', cpu_used_cores = 7");
    const pods = 'select qos_class, labels, cpu_used_cores from pods';
    await warehouse.ingest(snapshot(1, 2, { version: '1' }));
    expect(await warehouse.one(pods)).to.eql({
      qos_class: 'untouched',
      labels: { version: '1' },
      cpu_used_cores: '2',
    });
    const containers = 'select ctid::text, xmin::text from containers';
    const written = await warehouse.query(containers);
    await warehouse.ingest(snapshot(2, 3, { version: '2' }));
    expect(await warehouse.query(containers), 'containers').to.eql(written);
    expect(await warehouse.one(pods)).to.eql({
      qos_class: 'Burstable',
      labels: { version: '2' },
      cpu_used_cores: '3',
    });
  });
});
