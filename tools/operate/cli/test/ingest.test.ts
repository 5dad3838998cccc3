import { openWarehouse } from '@costplane/warehouse';
import { createTestDatabase, type TestDatabase } from '@costplane/warehouse/testing';
import { demoFleet } from '@costplane/sample';
import { expect } from 'chai';
import { sql } from 'kysely';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { costplane, makeFolder } from './costplane.ts';

interface FileResult {
  file: string;
  snapshot_id: string;
  cluster_id: string;
  status: string;
  nodes: number;
}

describe('costplane ingest', () => {
  const at = Date.UTC(2026, 5, 1, 12);
  const snapshotAt = (minutes: number) =>
    JSON.stringify(demoFleet(new Date(at + minutes * 60_000))[4]?.snapshot);

  let database: TestDatabase;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  before(async () => {
    database = await createTestDatabase();
    folder = await makeFolder();
    await writeFile(join(folder.path, 'first.json'), snapshotAt(0));
    await writeFile(join(folder.path, 'second.json.zst'), zstdCompressSync(snapshotAt(1)));
    await writeFile(join(folder.path, 'cut.json'), snapshotAt(2).slice(0, 5_000));
    await writeFile(join(folder.path, 'pod.json'), '{"apiVersion":"v1","kind":"Pod"}');
    await run('org', 'create', 'acme');
  });
  after(async () => {
    await database.drop();
    await folder.remove();
  });

  const environment = () => ({ env: { DATABASE_URL: database.url }, folder: folder.path });
  const run = (...args: string[]) => costplane(args, environment());
  const ingest = (...args: string[]) =>
    run('ingest', ...args, '--org', 'acme', '--cluster-name', 'research');

  async function clusters() {
    const db = openWarehouse(database.url, 'owner');
    const rows = await db
      .selectFrom('clusters')
      .select(['name', 'environment', 'nodes'])
      .orderBy('name')
      .orderBy('environment')
      .execute();
    await db.destroy();
    return rows;
  }

  it('creates no cluster for a file that is not a snapshot', async () => {
    const { code, stdout, stderr } = await ingest('pod.json', 'first.json', '--json');
    expect(stderr).to.equal(
      '1/4 check pod.json\ncostplane: pod.json is not an agent snapshot: it is a Kubernetes Pod\n',
    );
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
    expect(await clusters()).to.deep.equal([]);
  });

  it('ingests files in the given order, and reports which changed nothing', async () => {
    const { code, stderr, json } = await ingest(
      'first.json',
      'second.json.zst',
      'first.json',
      '--environment',
      'dev',
      '--json',
    );
    const results = json() as FileResult[];
    expect(results.map(({ file, status }) => [file, status])).to.deep.equal([
      ['first.json', 'applied'],
      ['second.json.zst', 'applied'],
      ['first.json', 'duplicate'],
    ]);
    expect(results[0]).to.have.keys(
      'file',
      'snapshot_id',
      'cluster_id',
      'status',
      'nodes',
      'pods',
      'workloads',
    );
    expect(stderr).to.include('first.json is skipped: this snapshot was applied before\n');
    expect(code).to.equal(0);
    expect(await clusters()).to.deep.equal([{ name: 'research', environment: 'dev', nodes: 8 }]);
  });

  it('reports that a snapshot is older than the state', async () => {
    const { stderr, json } = await costplane(
      ['ingest', '-', '--org', 'acme', '--cluster-name', 'research', '--json'],
      { ...environment(), input: snapshotAt(-1) },
    );
    expect((json() as FileResult[])[0]).to.include({ file: '-', status: 'older' });
    expect(stderr).to.include('- is skipped: the cluster has a snapshot of the same time or newer');
  });

  it('writes nothing of any file when one of them is truncated', async () => {
    const { code, stdout, stderr } = await run(
      'ingest',
      'first.json',
      'cut.json',
      '--org',
      'acme',
      '--cluster-name',
      'other',
      '--json',
    );
    expect(stderr).to.match(/\ncostplane: cut\.json is truncated: [^\n]+\n$/);
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
    expect((await clusters()).map(({ name }) => name)).to.deep.equal(['research']);
  });

  it('reads standard input once, beside files', async () => {
    const { stderr, json } = await costplane(
      ['ingest', 'first.json', '-', '--org', 'acme', '--cluster-name', 'piped', '--json'],
      { ...environment(), input: snapshotAt(1) },
    );
    expect((json() as FileResult[]).map(({ file, status }) => [file, status])).to.deep.equal([
      ['first.json', 'applied'],
      ['-', 'applied'],
    ]);
    expect(stderr).to.equal(
      '1/4 check first.json\n2/4 check -\n3/4 ingest first.json\n4/4 ingest -\n',
    );
  });

  it('mirrors the teams of the configured labels', async () => {
    const owners = async () => {
      const db = openWarehouse(database.url, 'owner');
      const names = async (table: 'teams' | 'departments') =>
        (await db.selectFrom(table).select('name').orderBy('name').execute()).map(
          ({ name }) => name,
        );
      const found = { teams: await names('teams'), departments: await names('departments') };
      await sql`delete from teams`.execute(db);
      await sql`delete from departments`.execute(db);
      await db.destroy();
      return found;
    };
    await owners();
    const args = (name: string) => [
      'ingest',
      'first.json',
      '--org',
      'acme',
      '--cluster-name',
      name,
    ];
    await run(...args('by default'));
    expect((await owners()).departments).to.deep.equal(['data', 'operations', 'research']);

    const named = ['--team-label', 'kubernetes.io/metadata.name', '--department-label', 'team'];
    await run(...args('by option'), ...named);
    const byOption = await owners();
    expect(byOption.teams).to.include.members(['kube-system', 'robotics', 'sandbox']);
    expect(byOption.departments).to.include.members(['nlp', 'robotics']);

    const env = {
      DATABASE_URL: database.url,
      COSTPLANE_TEAM_LABEL: 'app.kubernetes.io/name',
      COSTPLANE_DEPARTMENT_LABEL: 'no.such/label',
    };
    await costplane(args('by variable'), { ...environment(), env });
    const byVariable = await owners();
    expect(byVariable.teams).to.include.members(['coredns', 'grafana']);
    expect(byVariable.departments).to.deep.equal([]);
    const db = openWarehouse(database.url, 'owner');
    await sql`delete from clusters where name like 'by %'`.execute(db);
    await db.destroy();
  });

  it('leaves no new cluster behind when its snapshot cannot be written', async () => {
    const db = openWarehouse(database.url, 'owner');
    await sql`revoke insert on nodes from costplane_ingest`.execute(db);
    const args = ['first.json', '--org', 'acme', '--cluster-name'];
    const outcomes = [
      await run('ingest', ...args, 'fresh'),
      await run('ingest', 'second.json.zst', ...args, 'fresh'),
    ];
    await sql`grant insert on nodes to costplane_ingest`.execute(db);
    await db.destroy();
    expect(outcomes.map(({ code, stdout }) => ({ code, stdout }))).to.deep.equal(
      outcomes.map(() => ({ code: 1, stdout: '' })),
    );
    expect(outcomes[1]!.stderr).to.include('\nIngested 0 files before second.json.zst failed\n');
    expect((await clusters()).map(({ name }) => name)).to.have.members(['research', 'piped']);
  });

  it('rejects an unknown organization and a missing file', async () => {
    const noOrg = await run('ingest', 'first.json', '--org', 'nobody', '--cluster-name', 'c');
    expect(noOrg.stderr).to.match(/^costplane: There is no organization "nobody"; create it with/);
    expect(noOrg.code).to.equal(1);
    const noFile = await ingest('none.json');
    expect(noFile.stderr).to.match(/\ncostplane: none\.json does not exist\n$/);
    expect(noFile.code).to.equal(1);
  });

  it('loads the demo fleet into a new organization', async () => {
    const { code, stderr, json } = await run(
      'sample',
      'load',
      '--org',
      'shop',
      '--scale',
      'small',
      '--days',
      '0',
      '--json',
    );
    const loaded = json() as { cluster: string; status: string; history: null }[];
    expect(loaded.map(({ status }) => status)).to.deep.equal(loaded.map(() => 'applied'));
    expect(loaded.map(({ cluster }) => cluster)).to.include('shop-production');
    expect(loaded.map(({ history }) => history)).to.deep.equal(loaded.map(() => null));
    expect(stderr).to.match(/^1\/6 shop-production\n(?:\d\/6 [a-z-]+\n){5}$/);
    expect(code).to.equal(0);
  });

  it('does not load the demo fleet over a cluster of the same name', async () => {
    await run('org', 'create', 'own');
    const own = await run('ingest', 'first.json', '--org', 'own', '--cluster-name', 'shop-staging');
    expect(own.code).to.equal(0);
    const before = await clusters();
    const { code, stdout, stderr } = await run('sample', 'load', '--org', 'own', '--days', '0');
    expect(stderr).to.match(
      /^costplane: The cluster shop-staging of own is not one of the demo[^\n]* --org\n$/,
    );
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
    expect(await clusters()).to.deep.equal(before);
  });

  it('loads the history of the demo fleet, once', async () => {
    const load = (days: number) =>
      run('sample', 'load', '--org', 'past', '--days', String(days), '--json');
    const before = new Date();
    const { stderr, json } = await load(1);
    expect(stderr, stderr).to.match(
      /^1\/7 shop-production\n(?:\d\/7 [a-z-]+\n){5}7\/7 recommendations\n$/,
    );
    const loaded = json() as {
      cluster: string;
      history: { from: string; to: string };
      recommendations: number;
    }[];
    const yesterday = new Date(Date.parse(before.toISOString().slice(0, 10)) - 86_400_000);
    for (const { cluster, history } of loaded) {
      expect(history.from, cluster).to.equal(yesterday.toISOString());
      // One cluster of the fleet went silent 20 minutes ago.
      const silentMs = cluster === 'ml-training' ? 1_200_000 : 0;
      expect(Date.parse(history.to) + silentMs).to.be.within(before.getTime(), Date.now());
    }
    // Of what is not measured nothing can be said.
    expect(loaded.filter(({ recommendations }) => recommendations === 0)).to.deep.equal(
      loaded.filter(({ cluster }) => cluster === 'research-onprem'),
    );
    const again = (await load(1)).json() as { history: unknown; recommendations: number }[];
    expect(again.map(({ history }) => history)).to.deep.equal(loaded.map(() => null));
    expect(again.map(({ recommendations }) => recommendations)).to.deep.equal(again.map(() => 0));
  });
});
