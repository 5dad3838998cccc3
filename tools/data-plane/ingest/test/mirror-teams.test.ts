import { isOnCitus, skipOnCitus } from '@costplane/warehouse/testing';
import { expect } from 'chai';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { findOrCreateCluster } from '../src/find-or-create-cluster.ts';
import { ingestSnapshot, type IngestResult } from '../src/ingest-snapshot.ts';
import { uuidV5 } from '../src/uuid-v5.ts';
import { openTestWarehouse, type Row, type TestWarehouse } from './database.ts';
import {
  claim,
  deployment,
  node,
  ownedBy,
  pod,
  sampleSnapshot,
  uid,
  volume,
} from './sample-snapshot.ts';

type Lists = Record<string, unknown>;
type Labels = Record<string, string> | null;

/** One cluster of an organization, snapshots of which follow one another. */
interface Cluster {
  id: string;
  ingest(lists: Lists, options?: Keys): Promise<IngestResult>;
}
interface Keys {
  teamLabel?: string;
  departmentLabel?: string;
}

const namespace = (name: string, labels: Labels = null) => ({ name, labels });
const web = { team: 'web', department: 'product' };

describe('teams from labels', () => {
  let warehouse: TestWarehouse;
  let main: Cluster;
  const query = (text: string) => warehouse.query(text);
  const one = (text: string) => warehouse.one(text);

  beforeEach(async () => {
    warehouse = await openTestWarehouse();
    main = await clusterNamed('cluster');
  });
  afterEach(() => warehouse.close());

  async function clusterNamed(
    name: string,
    organizationId = warehouse.organizationId,
    db = warehouse.db,
  ): Promise<Cluster> {
    const cluster = await findOrCreateCluster(db, { organizationId, name });
    let minute = 0;
    return {
      id: cluster.id,
      ingest: async (lists, keys = {}) => {
        const snapshot = sampleSnapshot(minute++, lists);
        const result = await ingestSnapshot(db, { organizationId, cluster, snapshot, ...keys });
        expect(result.status).to.equal('applied');
        return result;
      },
    };
  }

  /** Assignments of a cluster as `entity > team`, in order. */
  const assigned = async (cluster = main, source = 'k8s_label') =>
    (
      await query(`select entity_type || ' ' || entity_namespace || '/' || entity_name || ' > ' || name as text
        from team_assignments join teams on teams.id = team_id
        where cluster_id = '${cluster.id}' and source = '${source}'`)
    )
      .map(({ text }) => text)
      .sort();
  const names = async (table: string) =>
    (await query(`select name from ${table} order by name collate "C"`)).map(({ name }) => name);
  /** Who owns which workload, as `workload > team`, in order. */
  const owned = async () =>
    (
      await query(`select workloads.name || ' > ' || teams.name as text from workload_teams
        join teams on teams.id = team_id join workloads on workloads.uid = workload_uid
          and workloads.cluster_id = workload_teams.cluster_id
       `)
    )
      .map(({ text }) => text)
      .sort();
  const readDepartment = async (team: string) =>
    (
      await one(`select departments.name from teams
        left join departments on departments.id = department_id where teams.name = '${team}'`)
    ).name;

  async function assignByHand(
    entity: { type: string; identifier: string },
    { team = 'by hand', source = 'user_manual', cluster = main } = {},
  ): Promise<void> {
    const organization = `'${warehouse.organizationId}'`;
    await query(`insert into teams (organization_id, name) values (${organization}, '${team}')
      on conflict do nothing`);
    await query(`insert into team_assignments (organization_id, team_id, cluster_id, entity_type,
        entity_identifier, entity_name, entity_namespace, weight_percentage, source)
      select organization_id, id, '${cluster.id}', '${entity.type}', '${entity.identifier}',
        'entity', 'shop', 100, '${source}'
      from teams where name = '${team}' and origin = 'native'`);
  }

  describe('mirroring', () => {
    it('creates the teams and departments of labels, with ids derived from names', async () => {
      await main.ingest({
        namespaces: [namespace('shop', web), namespace('pay', { department: 'finance' })],
        deployments: [deployment('api', { labels: { team: 'core' } })],
      });
      const { organizationId } = warehouse;
      const mirrored = (kind: string, name: string) => ({
        id: uuidV5(organizationId, `${kind}/${name}`),
        name,
        origin: 'k8s',
        owner_email: '',
        is_new: true,
      });
      const rows = (table: string) =>
        query(`select id, name, origin, owner_email, created_at = updated_at as is_new
          from ${table} order by name`);
      expect(await rows('teams')).to.eql([mirrored('team', 'core'), mirrored('team', 'web')]);
      expect(await rows('departments')).to.eql([
        mirrored('department', 'finance'),
        mirrored('department', 'product'),
      ]);
    });

    it('assigns namespaces by name and workloads by uid', async () => {
      await main.ingest({
        namespaces: [namespace('shop', web)],
        deployments: [deployment('api', { labels: { team: 'core' } })],
      });
      expect(
        await query(`select entity_type, entity_identifier, entity_name, entity_namespace,
          weight_percentage::float8 as weight, source, assigned_by_user_id as by, cluster_id as cluster,
          (select name from teams where id = team_id) as team
          from team_assignments order by entity_type`),
      ).to.eql([
        {
          entity_type: 'namespace',
          entity_identifier: 'shop',
          entity_name: 'shop',
          entity_namespace: 'shop',
          weight: 100,
          source: 'k8s_label',
          by: null,
          cluster: main.id,
          team: 'web',
        },
        {
          entity_type: 'workload',
          entity_identifier: uid('api'),
          entity_name: 'api',
          entity_namespace: 'shop',
          weight: 100,
          source: 'k8s_label',
          by: null,
          cluster: main.id,
          team: 'core',
        },
      ]);
    });

    it('prefers the team of a workload to that of its namespace', async () => {
      await main.ingest({
        namespaces: [namespace('shop', web), namespace('free')],
        deployments: [
          deployment('api', { labels: { team: 'core' } }),
          deployment('cart'),
          deployment('lone', { namespace: 'free' }),
        ],
      });
      expect(await owned()).to.eql(['api > core', 'cart > web']);
    });

    it('ignores missing and empty labels', async () => {
      await main.ingest({
        namespaces: [
          namespace('a'),
          namespace('b', {}),
          namespace('c', { team: '', department: '' }),
          namespace('d', { Team: 'web', 'example.com/team': 'web' }),
        ],
        deployments: [deployment('api', { labels: { team: '' } })],
      });
      expect([await names('teams'), await names('departments'), await assigned()]).to.eql([
        [],
        [],
        [],
      ]);
    });

    it('accepts any name, and truncates names that are too long for an index', async () => {
      const odd = [' ', "o'neil", '"; drop table teams; --', 'Größe 😀', '%_\\', 'null', 'Web'];
      const long = randomBytes(4_000).toString('hex');
      const all = [...odd, long, '𝄞'.repeat(600), 'web'];
      await main.ingest({
        namespaces: all.map((name, i) => namespace(`n${i}`, { team: name, department: name })),
      });
      const cut = [...odd, long.slice(0, 512), '𝄞'.repeat(512), 'web'];
      for (const table of ['teams', 'departments']) {
        expect(await names(table)).to.have.members(cut);
      }
      expect(await assigned()).to.have.length(all.length);
      expect(await one('select count(distinct department_id)::int as n from namespaces')).to.eql({
        n: all.length,
      });
      const before = await owners();
      await main.ingest({
        namespaces: all.map((name, i) => namespace(`n${i}`, { team: name, department: name })),
      });
      expect(await owners()).to.equal(before);
    });

    it('creates at most 10,000 teams and departments per organization', async () => {
      const { organizationId } = warehouse;
      for (const table of ['teams', 'departments']) {
        await query(`insert into ${table} (organization_id, name, origin)
          select '${organizationId}', 'a' || n, 'k8s' from generate_series(1, 9998) as n`);
      }
      const all = ['b', 'c', 'd', 'e', 'a1'];
      await main.ingest({
        namespaces: all.map((name) => namespace(name, { team: name, department: name })),
      });
      for (const table of ['teams', 'departments']) {
        const mirrored = await names(table);
        expect(mirrored.filter((name) => !String(name).startsWith('a'))).to.eql(['b', 'c']);
      }
      expect(await assigned()).to.eql([
        'namespace a1/a1 > a1',
        'namespace b/b > b',
        'namespace c/c > c',
      ]);
    });

    it('uses other labels if configured', async () => {
      const labels = { team: 'a', department: 'b', 'example.com/owner': 'c', unit: 'd' };
      const keys = { teamLabel: 'example.com/owner', departmentLabel: 'unit' };
      await main.ingest({ namespaces: [namespace('shop', labels)] }, keys);
      expect([await names('teams'), await names('departments')]).to.eql([['c'], ['d']]);
      expect(await readDepartment('c')).to.equal('d');

      await main.ingest({ namespaces: [namespace('shop', labels)] });
      expect(await assigned()).to.eql(['namespace shop/shop > a']);
      expect([await readDepartment('a'), await readDepartment('c')]).to.eql(['b', null]);
    });

    it('is separate from a native team of the same name', async () => {
      const { organizationId } = warehouse;
      await query(`insert into teams (organization_id, name) values ('${organizationId}', 'web')`);
      await main.ingest({ namespaces: [namespace('shop', web)] });
      expect(
        await one(`select origin from teams join team_assignments on team_id = teams.id`),
      ).to.eql({ origin: 'k8s' });
      expect(await names('teams')).to.eql(['web', 'web']);
    });

    it('keeps to its organization', async () => {
      const other = await one(`insert into organizations (name) values ('other') returning id`);
      const theirs = await clusterNamed('cluster', other.id as string);
      for (const cluster of [main, theirs]) {
        await cluster.ingest({ namespaces: [namespace('shop', web)] });
      }
      await main.ingest({ namespaces: [namespace('shop')] });
      expect(await assigned(main)).to.eql([]);
      expect(await assigned(theirs)).to.eql(['namespace shop/shop > web']);
      const ids = await query('select id, organization_id from teams');
      expect(new Set(ids.map(({ id }) => id)).size).to.equal(2);
    });
  });

  /** Every row with what moves when it is written, and whose it is. */
  async function owners(): Promise<string> {
    const rows = async (table: string) =>
      query(
        `select ctid::text, xmin::text, to_jsonb(t)::text as row from ${table} as t order by row`,
      );
    return JSON.stringify([
      await rows('teams'),
      await rows('departments'),
      await rows('team_assignments'),
      await rows('workload_teams'),
      await query('select name, department_id from namespaces order by cluster_id, name'),
    ]);
  }

  /** From now on whoever writes a row of an owner fails. */
  async function forbidWrites(): Promise<void> {
    await query(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'wrote % in %', tg_op, tg_table_name; end $$`);
    for (const table of ['teams', 'departments', 'team_assignments', 'workload_teams']) {
      await query(`create trigger refuse before insert or update or delete on ${table}
        for each row execute function refuse()`);
    }
  }

  /** Lets the clusters come as far as the lock that is held, and then go on at once. */
  async function atOnce(
    clusters: Cluster[],
    hold: string,
    lists: (cluster: number) => Lists,
    end: 'rollback' | 'commit' = 'rollback',
  ) {
    const holder = await warehouse.db.startTransaction().execute();
    await sql.raw(hold).execute(holder);
    const ingests = Promise.all(clusters.map((cluster, i) => cluster.ingest(lists(i))));
    const waiting = async () =>
      (
        await one(
          isOnCitus()
            ? 'select count(distinct waiting_gpid)::int as n from citus_lock_waits'
            : `select count(distinct pid)::int as n
                from pg_locks join pg_stat_activity using (pid)
                where not granted and datname = current_database()`,
        )
      ).n as number;
    const deadline = Date.now() + 50_000;
    try {
      while ((await waiting()) < clusters.length) {
        if (Date.now() > deadline) throw new Error('They do not wait for the lock');
        await sleep(20);
      }
    } finally {
      await holder[end]().execute();
    }
    return ingests;
  }

  describe('the next snapshot', () => {
    const shop = {
      namespaces: [namespace('shop', web), namespace('pay', { team: 'pay', department: 'money' })],
      deployments: [
        deployment('api', { labels: { team: 'core', department: 'product' } }),
        deployment('cart'),
      ],
    };

    it('writes no row when nothing changed', async function () {
      skipOnCitus(this, 'there are no triggers');
      await main.ingest(shop);
      const before = await owners();
      expect(before).to.include('core');
      await forbidWrites();
      for (let again = 0; again < 3; again++) await main.ingest(shop);
      expect(await owners()).to.equal(before);
    });

    it('changes nothing when it is older or was applied before', async () => {
      await main.ingest(shop);
      const before = await owners();
      const { organizationId, db } = warehouse;
      for (const snapshot of [sampleSnapshot(0), sampleSnapshot(-1)]) {
        const { status } = await ingestSnapshot(db, { organizationId, cluster: main, snapshot });
        expect(status).to.be.oneOf(['duplicate', 'older']);
      }
      expect(await owners()).to.equal(before);
    });

    it('follows added, changed and removed labels, and keeps the rest', async () => {
      await main.ingest(shop);
      const kept = `select id, created_at from team_assignments where entity_identifier = 'pay'`;
      const before = await one(kept);
      await main.ingest({
        namespaces: [namespace('shop', { team: 'front' }), shop.namespaces[1]],
        deployments: [deployment('api'), deployment('cart', { labels: { team: 'pay' } })],
      });
      expect(await assigned()).to.eql([
        'namespace pay/pay > pay',
        'namespace shop/shop > front',
        'workload shop/cart > pay',
      ]);
      expect(await owned()).to.eql(['api > front', 'cart > pay']);
      expect(await one(kept)).to.eql(before);
    });

    it('removes assignments of deleted entities, and keeps teams and departments', async () => {
      await main.ingest(shop);
      await main.ingest({ namespaces: [shop.namespaces[1]], deployments: [] });
      expect(await assigned()).to.eql(['namespace pay/pay > pay']);
      expect(await owned()).to.eql([]);
      expect(await names('teams')).to.eql(['core', 'pay', 'web']);
      expect(await names('departments')).to.eql(['money', 'product']);
    });

    it('restores the same team when its label returns', async () => {
      await main.ingest(shop);
      const before = await query('select id, name, created_at from teams order by name');
      await main.ingest({});
      await main.ingest(shop);
      expect(await query('select id, name, created_at from teams order by name')).to.eql(before);
      expect(await owned()).to.eql(['api > core', 'cart > web']);
    });

    it('creates the team of a label again if it was renamed or adopted', async () => {
      for (const change of [`name = 'renamed'`, `origin = 'native'`]) {
        await main.ingest({ namespaces: [namespace('shop', web)] });
        await query(`update teams set ${change} where name = 'web' and origin = 'k8s'`);
        await main.ingest({ namespaces: [namespace('shop', web)] });
        expect(await assigned()).to.eql(['namespace shop/shop > web']);
      }
    });

    it('keeps the owners of a kind that the agent cannot see', async () => {
      await main.ingest(shop);
      const before = await owners();
      const health = { stale_resources: ['namespaces', 'deployments'] };
      await main.ingest({ health });
      await main.ingest({ ...shop, namespaces: [], health });
      expect(await owners()).to.equal(before);
    });

    it('brings ranks up to date, and new workloads to the team of their namespace', async () => {
      const running = (names: string[]) => ({
        nodes: [node('n1')],
        namespaces: shop.namespaces,
        deployments: ['cart', ...names].map((name) => deployment(name)),
        pods: names.map((name) => pod(`${name}-1`, 'n1', ownedBy('Deployment', name))),
      });
      await main.ingest(running([]));
      expect(await query('select run_rate_legacy_rank as r from workload_teams')).to.eql([
        { r: '0' },
      ]);
      await main.ingest(running(['api']));
      expect(await owned()).to.eql(['api > web', 'cart > web']);
      const unlike = await query(`select from workload_teams as known
        join workloads on workloads.cluster_id = known.cluster_id and uid = workload_uid
        where known.run_rate_legacy_rank <> workloads.run_rate_legacy_rank
          or known.run_rate_all_rank <> workloads.run_rate_all_rank`);
      expect(unlike).to.eql([]);
      expect(
        await one(`select min(run_rate_legacy_rank) < 0 as is_ranked from workload_teams`),
      ).to.eql({ is_ranked: true });
    });

    it('updates the cost of teams, and shared cost, once', async () => {
      const state = (names: string[]) => ({
        nodes: [node('n1')],
        namespaces: [namespace('shop', web)],
        deployments: ['cart', ...names].map((name) => deployment(name)),
        pods: names.map((name) => pod(`${name}-1`, 'n1', ownedBy('Deployment', name))),
        pvs: names.map((name) => volume(`disk-${name}`, `data-${name}`)),
        pvcs: names.map((name) => claim(`data-${name}`)),
      });
      const figures = () =>
        query(`select teams::text, weights::text, workloads, volumes,
            compute_cpu_hourly as cpu, storage_pv_hourly as storage
          from assignment_figures order by cardinality(teams)`);
      const costs = (from: string) =>
        one(`select compute_cpu_hourly as cpu, storage_pv_hourly as storage from ${from}`);
      await main.ingest(state(['api']));
      const { id: ofWeb } = await one(`select id from teams where name = 'web'`);
      const inShop = { teams: `{${String(ofWeb)}}`, weights: '{100}' };
      expect(await figures()).to.eql([
        { ...inShop, workloads: 2, volumes: 1, ...(await costs('namespaces')) },
      ]);

      await query(
        `insert into teams (organization_id, name) select organization_id, 'core' from teams`,
      );
      await query(`
        insert into team_assignments (organization_id, cluster_id, team_id, entity_type,
          entity_identifier, entity_name, entity_namespace, weight_percentage, source)
        select organization_id, '${main.id}', id, 'workload', '${uid('api')}', 'api', 'shop', 50,
          'user_manual'
        from teams`);
      await main.ingest(state(['api', 'job']));
      const api = await costs(`workloads where name = 'api'`);
      const job = await costs(`workloads where name = 'job'`);
      const [ofShop, ofApi] = await figures();
      expect(ofShop).to.include({ ...inShop, workloads: 2, volumes: 2, cpu: job.cpu });
      expect(ofApi).to.include({ weights: '{50,50}', workloads: 1, volumes: 0, ...api });
      await main.ingest(state([]));
      expect(await figures()).to.eql([
        { ...inShop, workloads: 1, volumes: 0, ...(await costs('namespaces')) },
      ]);
      await query('delete from team_assignments');
      if (isOnCitus()) {
        // Citus has no triggers.
        await query(`select refresh_workload_teams('${warehouse.organizationId}', '{${main.id}}')`);
      }
      expect(await figures()).to.eql([]);
    });
  });

  describe('an assignment of another source', () => {
    const shop = {
      namespaces: [namespace('shop', web)],
      deployments: [deployment('api', { labels: { team: 'core' } }), deployment('cart')],
    };
    const theNamespace = { type: 'namespace', identifier: 'shop' };
    const theWorkload = { type: 'workload', identifier: uid('api') };

    it('replaces that of a label, which comes back when it is taken away', async function () {
      skipOnCitus(this, 'there are no triggers');
      await main.ingest(shop);
      await assignByHand(theNamespace);
      expect(await assigned()).to.eql(['workload shop/api > core']);
      await main.ingest(shop);
      expect(await assigned()).to.eql(['workload shop/api > core']);
      expect(await owned()).to.eql(['api > core', 'cart > by hand']);

      await query(`delete from team_assignments where source = 'user_manual'`);
      await main.ingest(shop);
      expect(await assigned()).to.eql(['namespace shop/shop > web', 'workload shop/api > core']);
      expect(await owned()).to.eql(['api > core', 'cart > web']);
    });

    for (const source of ['user_manual', 'namespace_auto', 'backfill_v1']) {
      it(`takes precedence over a label, if it is ${source}`, async function () {
        skipOnCitus(this, 'there are no triggers');
        await main.ingest({ namespaces: [namespace('shop')], deployments: shop.deployments });
        await assignByHand(theWorkload, { source });
        await assignByHand(theNamespace, { source });
        await main.ingest(shop);
        expect(await assigned()).to.eql([]);
        expect(await assigned(main, source)).to.have.length(2);
        await forbidWrites();
        await main.ingest(shop);
        expect(await names('teams')).to.include.members(['core', 'web']);
      });
    }

    it('applies only to its cluster', async () => {
      const other = await clusterNamed('other');
      await main.ingest(shop);
      await assignByHand(theNamespace);
      await other.ingest(shop);
      expect(await assigned(other)).to.eql([
        'namespace shop/shop > web',
        'workload shop/api > core',
      ]);
    });

    it('stays when its entity is gone', async () => {
      await main.ingest(shop);
      await assignByHand(theWorkload);
      await main.ingest({});
      expect(await assigned(main, 'user_manual')).to.have.length(1);
      expect(await owned()).to.eql([]);
    });
  });

  describe('the department of a team', () => {
    const naming = (...departments: (string | null)[]) => ({
      namespaces: departments.map((department, i) =>
        namespace(`n${i}`, { team: 'web', ...(department === null ? {} : { department }) }),
      ),
    });

    it('is that of the department label', async () => {
      await main.ingest({
        namespaces: [namespace('shop', { department: 'product' })],
        deployments: [
          deployment('api', { labels: { team: 'core' } }),
          deployment('cart', { labels: { team: 'pay', department: 'money' } }),
        ],
      });
      expect([await readDepartment('core'), await readDepartment('pay')]).to.eql([null, 'money']);
    });

    it('is the first by name of several, and stays while one names it', async () => {
      await main.ingest(naming(null, 'b', 'Z', 'a'));
      expect(await readDepartment('web')).to.equal('Z');
      await main.ingest(naming('A', 'Z'));
      expect(await readDepartment('web')).to.equal('Z');
      await main.ingest(naming('c', 'b'));
      expect(await readDepartment('web')).to.equal('b');
    });

    it('changes with its label, and says when', async () => {
      const isChanged = async () =>
        (await one(`select updated_at > created_at as is_changed from teams`)).is_changed;
      await main.ingest(naming('a'));
      expect(await isChanged()).to.equal(false);
      await main.ingest(naming('b'));
      expect([await readDepartment('web'), await isChanged()]).to.eql(['b', true]);
      await main.ingest(naming(null));
      expect(await readDepartment('web')).to.equal(null);
    });

    it('is none if the team has no entities', async () => {
      await main.ingest(naming('a'));
      await main.ingest({});
      expect(await readDepartment('web')).to.equal(null);
      expect(await names('departments')).to.eql(['a']);
    });

    it('does not go back and forth between clusters that contradict each other', async () => {
      const other = await clusterNamed('other');
      await main.ingest(naming('ops'));
      for (let round = 0; round < 3; round++) {
        await other.ingest(naming('dev'));
        expect(await readDepartment('web')).to.equal('ops');
        await main.ingest(naming('ops'));
        expect(await readDepartment('web')).to.equal('ops');
      }
      const before = await owners();
      await other.ingest(naming('dev'));
      await main.ingest(naming('ops'));
      expect(await owners()).to.equal(before);
    });

    it('is that of another cluster when the one that named it does no longer', async () => {
      const other = await clusterNamed('other');
      await main.ingest(naming('ops'));
      await other.ingest(naming('dev'));
      await main.ingest({});
      expect(await readDepartment('web')).to.equal(null);
      await other.ingest(naming('dev'));
      expect(await readDepartment('web')).to.equal('dev');
    });

    it('stays while a cluster names it that a workload alone has it from', async () => {
      const other = await clusterNamed('other');
      const labels = { team: 'web', department: 'ops' };
      await other.ingest({ deployments: [deployment('api', { labels })] });
      await main.ingest(naming('ops'));
      await main.ingest(naming('dev'));
      expect(await readDepartment('web')).to.equal('ops');
      await main.ingest({});
      expect(await readDepartment('web')).to.equal('ops');
      await other.ingest({});
      await main.ingest(naming('dev'));
      expect(await readDepartment('web')).to.equal('dev');
    });

    it('is never that of another organization', async () => {
      const row = await one(`insert into organizations (name) values ('other') returning id`);
      const theirs = await clusterNamed('theirs', row.id as string);
      await theirs.ingest(naming('ops'));
      await main.ingest(naming('ops'));
      await main.ingest(naming('dev'));
      const { organizationId } = warehouse;
      expect(
        await query(`select d.name, t.organization_id = '${organizationId}' as is_ours from teams t
          join departments d on d.id = department_id order by d.name`),
      ).to.eql([
        { name: 'dev', is_ours: true },
        { name: 'ops', is_ours: false },
      ]);
    });

    it('is left to the next snapshot when another ingest gives it meanwhile', async function () {
      skipOnCitus(this, 'an ingest overwrites a department that is given meanwhile');
      await main.ingest(naming(null));
      await query(`insert into departments (organization_id, name, origin)
        values ('${warehouse.organizationId}', 'given', 'k8s')`);
      const give = `update teams set department_id = (select id from departments)`;
      await atOnce([main], give, () => naming('ops'), 'commit');
      expect(await readDepartment('web')).to.equal('given');
      await main.ingest(naming('ops'));
      expect(await readDepartment('web')).to.equal('ops');
    });

    it('stays as a person set it, where that one is not mirrored', async () => {
      await main.ingest(naming('ops'));
      await query(`with native as (
          insert into departments (organization_id, name) values ('${warehouse.organizationId}', 'Sales')
          returning id
        ) update teams set department_id = native.id from native`);
      await main.ingest(naming('dev'));
      await main.ingest({});
      expect(await readDepartment('web')).to.equal('Sales');
    });
  });

  describe('the department of a namespace', () => {
    it('is that which its own label names, also without a team', async () => {
      const departments = async () =>
        (
          await query(`select n.name, d.name as department from namespaces n
            left join departments d on d.id = department_id and origin = 'k8s' order by n.name`)
        ).map(({ name, department }) => [name, department]);
      const api = deployment('api', { namespace: 'b', labels: web });
      await main.ingest({
        namespaces: [namespace('a', { department: 'money' }), namespace('b')],
        deployments: [api],
      });
      expect(await departments()).to.eql([
        ['a', 'money'],
        ['b', null],
      ]);
      await main.ingest({
        namespaces: [namespace('a'), namespace('b', { department: 'product' })],
        deployments: [api],
      });
      expect(await departments()).to.eql([
        ['a', null],
        ['b', 'product'],
      ]);
    });
  });

  describe('many clusters', () => {
    const teams = Array.from({ length: 60 }, (_, i) => `team ${i}`);
    const shuffled = (seed: number) =>
      teams.toSorted((a, b) => (uid(`${seed} ${a}`) < uid(`${seed} ${b}`) ? -1 : 1));

    it('share new teams and departments when they are ingested concurrently', async () => {
      const clusters = await Promise.all(
        Array.from({ length: 6 }, (_, i) => clusterNamed(`parallel ${i}`)),
      );
      const named = (cluster: number, labels: (team: string) => Labels) => ({
        namespaces: shuffled(cluster).map((team) => namespace(team, labels(team))),
      });
      const insert = (table: string, name: string) => `insert into ${table}
        (organization_id, name, origin) values ('${warehouse.organizationId}', '${name}', 'k8s')`;
      await atOnce(clusters, insert('teams', 'team 30'), (i) => named(i, (team) => ({ team })));
      expect(await names('teams')).to.have.members(teams);
      for (const cluster of clusters) expect(await assigned(cluster)).to.have.length(60);

      const withDepartment = (i: number) =>
        named(i, (team) => ({ team, department: `of ${team}` }));
      await atOnce(clusters, insert('departments', 'of team 30'), withDepartment);
      expect(
        await query(`select from teams t join departments d on d.id = department_id
          where d.name = 'of ' || t.name`),
      ).to.have.length(60);
    });

    it('settle on a department for each team when they contradict each other at once', async () => {
      const clusters = await Promise.all(
        Array.from({ length: 6 }, (_, i) => clusterNamed(`parallel ${i}`)),
      );
      const named = (labels: (cluster: number) => Lists) => (i: number) => ({
        namespaces: shuffled(i).map((team) => ({ name: team, labels: { team, ...labels(i) } })),
      });
      const contradicting = named((i) => ({ department: `department ${i}` }));
      await Promise.all(clusters.map((cluster, i) => cluster.ingest(named(() => ({}))(i))));
      const lock = `select from teams where name = 'team 30' for no key update`;
      await atOnce(clusters, lock, contradicting);
      expect(await query('select from teams where department_id is null')).to.eql([]);
      const before = await owners();
      await Promise.all(clusters.map((cluster, i) => cluster.ingest(contradicting(i))));
      expect(await owners()).to.equal(before);
    });

    it('use the same number of statements for many rows as for few', async () => {
      let statements = 0;
      const counting = warehouse.db.withPlugin({
        transformQuery: ({ node: query }) => {
          statements += 1;
          return query;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      });
      // The first that adds to the ledger makes it ready for the months.
      const earlier = await clusterNamed('earlier', warehouse.organizationId, counting);
      for (const lists of [{}, {}]) await earlier.ingest(lists);
      const counts: number[][] = [];
      for (const size of [2, 200]) {
        const cluster = await clusterNamed(`of ${size}`, warehouse.organizationId, counting);
        const lists = (version: string) => ({
          namespaces: Array.from({ length: size }, (_, i) => {
            const owner = {
              team: `${size} ${i} ${version}`,
              department: `${size} ${i} ${version}`,
            };
            return namespace(`n${i}`, owner);
          }),
          deployments: Array.from({ length: size }, (_, i) =>
            deployment(`d${i}`, { namespace: `n${i}`, labels: { team: `${size} ${version}` } }),
          ),
        });
        const each: number[] = [];
        for (const version of ['first', 'first', 'second']) {
          statements = 0;
          await cluster.ingest(lists(version));
          each.push(statements);
        }
        counts.push(each);
      }
      expect(counts[1]).to.eql(counts[0]);
      expect(counts[0]![0]).to.be.greaterThan(0);
      const rows: Row = await one(`select count(*)::int as n from team_assignments`);
      expect(rows).to.eql({ n: 2 * 2 + 2 * 200 });
    });

    it('have no owners where nothing is labeled', async () => {
      await main.ingest({ namespaces: [namespace('shop')], deployments: [deployment('api')] });
      const other = await clusterNamed('other');
      await other.ingest({
        namespaces: [namespace('shop', web)],
        deployments: [deployment('api')],
      });
      expect(await one('select cluster_id as id from workload_teams')).to.eql({ id: other.id });
    });
  });
});
