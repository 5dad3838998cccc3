import { expect } from 'chai';
import { sql, type Kysely } from 'kysely';
import { Client } from 'pg';
import { openWarehouse, type Warehouse } from '../src/index.ts';
import { migrations } from '../src/migrations/index.ts';
import { createTestDatabase, skipOnCitus, type TestDatabase } from '../src/testing.ts';
import { createEmptyDatabase } from './empty-database.ts';

const organization = '10000000-0000-4000-8000-000000000001';

/** Two clusters, `east` and `west`, each with `api` and `web` in the namespace `shop`; teams a, b, c. */
async function fill(db: Kysely<Warehouse>): Promise<void> {
  for (const statement of [
    `insert into organizations (id, name) values ('${organization}', 'owners')`,
    `insert into clusters (organization_id, id, name)
      select '${organization}', md5(name)::uuid, name from unnest(array['east', 'west']) as name`,
    `insert into workloads (organization_id, cluster_id, uid, namespace, name, kind, last_seen_at,
        cpu_limit_cores, memory_limit_bytes, cpu_requested_cores, memory_requested_bytes,
        pods, running_pods, containers, compute_cpu_hourly, cost_updated_at)
      select organization_id, id, md5(workload)::uuid, 'shop', workload, 'Deployment', now(),
        0, 0, 1, 1, 1, 1, 1, 0.5, now()
      from clusters, unnest(array['api', 'web']) as workload`,
    `insert into teams (organization_id, id, name)
      select '${organization}', md5(name)::uuid, name from unnest(array['a', 'b', 'c']) as name`,
  ]) {
    await sql.raw(statement).execute(db);
  }
}

interface Assignment {
  team: string;
  /** A workload; else the namespace. */
  workload?: string;
  cluster?: string;
  source?: string;
  weight?: number;
}

const listAssignments = (rows: readonly Assignment[]) =>
  `insert into team_assignments (organization_id, cluster_id, team_id, entity_type,
      entity_identifier, entity_name, entity_namespace, weight_percentage, source)
    values ${rows
      .map(({ team, workload, cluster = 'east', source = 'user_manual', weight = 100 }) =>
        [
          `('${organization}', md5('${cluster}')::uuid, md5('${team}')::uuid`,
          workload ? `'workload', md5('${workload}')::uuid::text` : `'namespace', 'shop'`,
          `'${workload ?? 'shop'}', 'shop', ${weight}, '${source}')`,
        ].join(', '),
      )
      .join(', ')}`;

/** `cluster/workload > team weight`, in order. */
async function ownersIn(db: Kysely<Warehouse>): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select clusters.name || '/' || workloads.name || ' > ' || teams.name || ' '
      || weight_percentage as text
    from workload_teams as owner
    join clusters on clusters.id = owner.cluster_id join teams on teams.id = owner.team_id
    join workloads on workloads.cluster_id = owner.cluster_id and uid = workload_uid
      and workloads.run_rate_legacy_rank = owner.run_rate_legacy_rank
      and workloads.run_rate_all_rank = owner.run_rate_all_rank`.execute(db);
  return rows.map(({ text }) => text).sort();
}

async function sourcesIn(db: Kysely<Warehouse>): Promise<string[]> {
  const { rows } = await sql<{ source: string }>`
    select source from team_assignments order by source`.execute(db);
  return rows.map(({ source }) => source);
}

describe('The owners of a workload', () => {
  let database: TestDatabase;
  let db: Kysely<Warehouse>;
  beforeEach(async () => {
    database = await createTestDatabase();
    const owner = openWarehouse(database.url, 'owner');
    await fill(owner);
    await owner.destroy();
    db = openWarehouse(database.url, 'ingest');
  });
  afterEach(async () => {
    await db.destroy();
    await database.drop();
  });

  const run = (statement: string) => sql.raw(statement).execute(db);
  const given = (...rows: Assignment[]) => run(listAssignments(rows));
  const owners = () => ownersIn(db);

  it('follows assignments of several teams, of a workload before those of its namespace', async function () {
    skipOnCitus(this, 'there are no triggers');
    await given(
      { team: 'a', weight: 60 },
      { team: 'b', weight: 40 },
      { team: 'c', workload: 'api' },
    );
    expect(await owners()).to.eql(['east/api > c 100', 'east/web > a 60', 'east/web > b 40']);
  });

  it('follows an assignment to another entity, cluster, team, weight and source', async function () {
    skipOnCitus(this, 'there are no triggers');
    await given({ team: 'a', workload: 'api' });
    const update = async (set: string) => {
      await run(`update team_assignments set ${set}`);
      return owners();
    };
    expect(await update(`entity_identifier = md5('web')::uuid::text`)).to.eql(['east/web > a 100']);
    expect(await update(`cluster_id = md5('west')::uuid`)).to.eql(['west/web > a 100']);
    expect(await update(`team_id = md5('b')::uuid`)).to.eql(['west/web > b 100']);
    expect(await update('weight_percentage = 30')).to.eql(['west/web > b 30']);
    expect(await update(`source = 'k8s_label'`)).to.eql(['west/web > b 30']);
    expect(await update(`entity_type = 'namespace', entity_identifier = 'shop'`)).to.eql([
      'west/api > b 30',
      'west/web > b 30',
    ]);
    await run('delete from team_assignments');
    expect(await owners()).to.eql([]);
  });

  for (const [name, change] of [
    ['is inserted', listAssignments([{ team: 'b' }])],
    [
      'is moved there',
      `update team_assignments set entity_type = 'namespace', entity_identifier = 'shop'
        where entity_type = 'workload'`,
    ],
    [
      'is moved there from another cluster',
      `update team_assignments set cluster_id = md5('east')::uuid where source = 'backfill_v1'`,
    ],
    [
      'was of a label and is taken over',
      `insert into team_assignments select organization_id, gen_random_uuid(), md5('b')::uuid,
          cluster_id, entity_type, entity_identifier, entity_name, entity_namespace, 100,
          'k8s_label' from team_assignments where source = 'k8s_label';
        update team_assignments set source = 'user_manual'
        where source = 'k8s_label' and team_id = md5('b')::uuid`,
    ],
  ] as const) {
    it(`uses the label when a manual assignment ${name}`, async function () {
      skipOnCitus(this, 'there are no triggers');
      await given(
        { team: 'a', source: 'k8s_label' },
        { team: 'b', workload: 'api' },
        { team: 'b', cluster: 'west', source: 'backfill_v1' },
      );
      for (const statement of change.split(';')) await run(statement);
      expect(await sourcesIn(db)).not.to.include('k8s_label');
      expect((await owners()).filter((owner) => owner.startsWith('east'))).to.eql([
        'east/api > b 100',
        'east/web > b 100',
      ]);
    });
  }

  it('leaves a workload to the team of its namespace when its own team is deleted', async function () {
    skipOnCitus(this, 'there are no triggers');
    await given({ team: 'a' }, { team: 'b', workload: 'api' });
    await run(`delete from teams where name = 'b'`);
    expect(await owners()).to.eql(['east/api > a 100', 'east/web > a 100']);
  });

  it('goes with its cluster and its organization', async function () {
    skipOnCitus(this, 'there are no triggers');
    await given({ team: 'a' }, { team: 'b', cluster: 'west' }, { team: 'c', workload: 'api' });
    await run(`delete from clusters where name = 'west'`);
    expect(await owners()).to.eql(['east/api > c 100', 'east/web > a 100']);

    const owner = openWarehouse(database.url, 'owner');
    await sql`delete from organizations`.execute(owner);
    const { rows } = await sql`select from workload_teams
      union all select from team_assignments`.execute(owner);
    expect(rows).to.eql([]);
    await owner.destroy();
  });

  it('is updated without reading other clusters', async function () {
    skipOnCitus(this, 'rows are read on workers');
    const owner = openWarehouse(database.url, 'owner');
    for (const statement of [
      `insert into clusters (organization_id, id, name)
        select '${organization}', md5(name)::uuid, name
        from (select 'cluster ' || n as name from generate_series(1, 300) n) as cluster`,
      `insert into workloads (organization_id, cluster_id, uid, namespace, name, kind,
          last_seen_at, cpu_limit_cores, memory_limit_bytes, cpu_requested_cores,
          memory_requested_bytes, pods, running_pods, containers, cost_updated_at)
        select organization_id, id, md5(n::text)::uuid, 'shop', n, 'Deployment', now(),
          0, 0, 1, 1, 1, 1, 1, now()
        from clusters, generate_series(1, 20) n where name like 'cluster %'`,
      `insert into team_assignments (organization_id, cluster_id, team_id, entity_type,
          entity_identifier, entity_name, entity_namespace, weight_percentage, source)
        select organization_id, id, md5('a')::uuid, 'namespace', 'shop', 'shop', 'shop', 100, 'k8s_label'
        from clusters`,
      'analyze',
    ]) {
      await sql.raw(statement).execute(owner);
    }
    const rowsRead = async (tx: Kysely<Warehouse>) => {
      const { rows } = await sql<{ rows: number }>`
        select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables
        where relname in ('workload_teams', 'workloads') order by relname`.execute(tx);
      return rows.map((each) => each.rows);
    };
    const [before, after] = await owner.transaction().execute(async (tx) => {
      const start = await rowsRead(tx);
      await sql`select refresh_workload_teams(${organization},
        array[md5('cluster 7')::uuid])`.execute(tx);
      return [start, await rowsRead(tx)] as const;
    });
    await owner.destroy();
    const read = after.map((rows, i) => rows - (before[i] ?? 0));
    expect(read).to.have.length(2);
    for (const rows of read) expect(rows).to.be.within(20, 100);
  });

  it('deletes outdated former ranks without reading those of other clusters', async function () {
    skipOnCitus(this, 'there are no triggers');
    const owner = openWarehouse(database.url, 'owner');
    const list = 'workloads.run_rate_legacy_rank';
    await sql`
      insert into former_ranks (organization_id, cluster_id, list, changed_at, ids, ranks)
      select organization_id, id, ${list}, now() - interval '20 minutes', '{}', '{}'
      from clusters, generate_series(1, 1000) as n where name = 'west' or n = 1`.execute(owner);
    await sql`analyze former_ranks`.execute(owner);
    const read = await owner.transaction().execute(async (tx) => {
      await sql`update workloads set compute_cpu_hourly = 1
        where cluster_id = md5('east')::uuid`.execute(tx);
      const { rows } = await sql<{ rows: number }>`
        select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables
        where relname = 'former_ranks'`.execute(tx);
      return rows[0]?.rows;
    });
    const { rows } = await sql<{ name: string; outdated: number }>`
      select name, count(*)::int as outdated from former_ranks
      join clusters on clusters.id = cluster_id
      where changed_at < now() - interval '15 minutes' group by name`.execute(owner);
    await owner.destroy();
    expect(read).to.be.below(100);
    expect(rows).to.eql([{ name: 'west', outdated: 1000 }]);
  });

  it('cannot be updated by the service', async () => {
    const { rows } = await sql<{ may: boolean; ingest_may: boolean }>`
      select has_function_privilege('costplane_api', oid, 'execute') as may,
        has_function_privilege('costplane_ingest', oid, 'execute') as ingest_may
      from pg_proc where proname = 'refresh_workload_teams'`.execute(db);
    expect(rows).to.eql([{ may: false, ingest_may: true }]);
  });

  it('is computed when a database with assignments is migrated', async () => {
    const old = await createEmptyDatabase();
    const login = new Client({ connectionString: old.url });
    await login.connect();
    await login.query('create schema costplane authorization costplane_owner');
    await login.end();
    const owner = openWarehouse(old.url, 'owner');
    const inventory = migrations['0004-inventory'];
    const earlier = Object.entries(migrations).filter(([name]) => name < '0004-inventory');
    for (const [, migration] of earlier) await migration.up(owner);
    await fill(owner);
    await sql
      .raw(
        listAssignments([
          { team: 'a', source: 'k8s_label' },
          { team: 'b', cluster: 'west' },
          { team: 'b', workload: 'api' },
          { team: 'c', workload: 'api', source: 'k8s_label' },
        ]),
      )
      .execute(owner);

    await owner.transaction().execute((tx) => inventory!.up(tx));

    expect(await ownersIn(owner)).to.eql([
      'east/api > b 100',
      'east/web > a 100',
      'west/api > b 100',
      'west/web > b 100',
    ]);
    expect(await sourcesIn(owner)).to.eql(['k8s_label', 'user_manual', 'user_manual']);
    await owner.destroy();
    await old.drop();
  });
});
