import { openDatabase, openWarehouse } from '@costplane/warehouse';
import { createTestDatabase, skip, type TestDatabase } from '@costplane/warehouse/testing';
import { expect } from 'chai';
import { exec } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import {
  begin,
  costplane,
  makeFolder,
  type Outcome,
  readyDocument,
  type Running,
  stop,
} from './costplane.ts';

describe('costplane serve, start and migrate', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  beforeEach(async () => (folder = await makeFolder()));
  afterEach(() => folder.remove());

  const running: Running[] = [];
  afterEach(async () => {
    for (const one of running.splice(0)) await stop(one);
  });

  function launch(...[args, environment]: Parameters<typeof begin>): Running {
    const one = begin(args, environment);
    running.push(one);
    return one;
  }

  describe('with DATABASE_URL', () => {
    let database: TestDatabase;
    before(async () => (database = await createTestDatabase()));
    after(() => database.drop());

    const env = () => ({ DATABASE_URL: database.url, COSTPLANE_HOME: join(folder.path, 'home') });
    const run = (...args: string[]) => costplane(args, { env: env(), folder: folder.path });

    it('serve responds, prints one document, and stops at a signal with exit code 0', async () => {
      const service = launch(['serve', '--json'], { env: { ...env(), LOG_LEVEL: 'warn' } });
      const { url, metrics_url } = await readyDocument(service);
      expect((await fetch(`${url}/health/ready`)).status).to.equal(200);
      expect(await (await fetch(metrics_url)).text()).to.include('# TYPE');
      const { code, stderr, json } = await stop(service);
      expect(json()).to.deep.equal({ url, metrics_url });
      expect(stderr).to.equal(`Costplane serves ${url} (metrics: ${metrics_url})\n`);
      expect(code).to.equal(0);
    });

    it('serve refuses a port in use, and a metrics port in use, each in one line', async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const port = String((other.address() as AddressInfo).port);
      const api = await run('serve', '--port', port);
      const metrics = await costplane(['serve'], { env: { ...env(), MANAGEMENT_PORT: port } });
      other.close();
      const refusal = `costplane: 127.0.0.1:${port}: is already in use. Set`;
      expect(api.stderr).to.equal(`${refusal} server.port (or PORT) to another\n`);
      expect(metrics.stderr).to.equal(
        `${refusal} management.port (or MANAGEMENT_PORT) to another\n`,
      );
      expect([api.code, metrics.code]).to.deep.equal([1, 1]);
    });

    it('refuses a wrong password without showing it', async function () {
      const url = new URL(database.url);
      if (url.password === '') skip(this, 'the test server asks for no password');
      url.password = 'wrong-password';
      const outcomes = await costplanes([['serve'], ['org', 'list']], { DATABASE_URL: url.href });
      for (const { code, stdout, stderr } of outcomes) {
        expect(stderr).to.match(/^costplane: [^\n]*DATABASE_URL[^\n]*\n$/);
        expect(stderr).to.include(url.host).and.not.include('wrong-password');
        expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
      }
    });

    it('refuses a database that cannot be reached, in one line', async () => {
      const outcomes = await costplanes(
        [['serve'], ['migrate'], ['key', 'list', '--org', 'acme']],
        { DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/costplane' },
      );
      for (const { code, stdout, stderr } of outcomes) {
        expect(stderr).to.match(/^costplane: [^\n]*127\.0\.0\.1:1\/costplane[^\n]*\n$/);
        expect(stderr).not.to.include('secret');
        expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
      }
    });

    it('start fills an empty database once, prints working commands, and keeps its key while it is valid', async () => {
      const prepared = launch(['start', '--days', '0', '--json'], { env: env() });
      const first = await readyDocument(prepared);
      expect(first.organization.name).to.equal('demo');
      await stop(prepared);

      const keyFile = join(folder.path, 'home/demo-key');
      expect((await stat(keyFile)).mode & 0o777).to.equal(0o600);
      expect(await readFile(keyFile, 'utf8')).to.equal(`${first.key}\n`);

      const again = launch(['start', '--days', '0'], { env: env() });
      const text = await printed(again, 'Ctrl-C');
      const lines = text.split('\n').filter((line) => line.startsWith('  curl '));
      expect(lines).to.have.length(3);
      for (const line of lines) {
        const { stdout } = await promisify(exec)(line);
        expect(JSON.parse(stdout), line).to.be.an('object').and.not.have.property('error');
      }
      expect(text)
        .to.include(first.key)
        .and.match(/^Docs: http:\S+\/v1\/docs$/m);
      const { code, stderr } = await stop(again);
      expect(stderr).to.match(/^Updated the demo clusters: shop-production, /m);
      expect(stderr).to.match(/\nThe data stays in the database of DATABASE_URL\n$/);
      expect(code).to.equal(0);

      const { json } = await run('key', 'list', '--org', 'demo', '--json');
      const keys = json() as { id: string }[];
      expect(keys).to.have.length(1);
      for (const { id } of keys) await run('key', 'revoke', id);
      await chmod(keyFile, 0o644);
      const renewed = launch(['start', '--days', '0', '--json'], { env: env() });
      const ready = await readyDocument(renewed);
      expect(ready.key).not.to.equal(first.key);
      expect((await stat(keyFile)).mode & 0o777).to.equal(0o600);
      const answer = await fetch(`${ready.url}/v1/organization`, {
        headers: { Authorization: `Bearer ${ready.key}` },
      });
      expect(answer.status).to.equal(200);
    });

    it('start refuses a database with other organizations, and creates no key', async () => {
      const own = await createTestDatabase();
      try {
        const ownEnv = { ...env(), DATABASE_URL: own.url };
        await costplane(['org', 'create', 'acme'], { env: ownEnv });
        const { code, stdout, stderr } = await costplane(['start', '--days', '0'], { env: ownEnv });
        expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
        expect(stderr).to.equal(
          'costplane: The database has organizations, but not the demo; run `costplane serve` instead\n',
        );
        const { json } = await costplane(['key', 'list', '--org', 'acme', '--json'], {
          env: ownEnv,
        });
        expect(json()).to.deep.equal([]);
      } finally {
        await own.drop();
      }
    });

    it('start does not change a cluster that only has the name of a demo cluster', async () => {
      const own = await createTestDatabase();
      try {
        const ownEnv = { ...env(), DATABASE_URL: own.url };
        await costplane(['sample', 'load', '--days', '0'], { env: ownEnv });
        const db = openWarehouse(own.url, 'owner');
        await sql`update nodes set uid = md5(uid::text)::uuid where uid = (select nodes.uid from nodes
          join clusters on clusters.id = cluster_id where clusters.name = 'shop-staging' limit 1)`.execute(
          db,
        );
        await db.destroy();
        const service = launch(['start', '--days', '0', '--json'], { env: ownEnv });
        await readyDocument(service);
        const { stderr } = await stop(service);
        expect(stderr).to.include('shop-production').and.not.include('shop-staging');
      } finally {
        await own.drop();
      }
    });

    it('migrate creates the schema; before that, all other commands say to migrate', async () => {
      const empty = await createTestDatabase();
      try {
        const db = openWarehouse(empty.url, 'owner');
        await sql`drop schema costplane cascade`.execute(db);
        await db.destroy();
        const emptyEnv = { DATABASE_URL: empty.url };
        const refused = await costplanes(
          [['serve'], ['org', 'list'], ['sample', 'load']],
          emptyEnv,
        );
        for (const { code, stderr } of refused) {
          expect(stderr).to.match(/^costplane: [^\n]*`costplane migrate`\n$/i);
          expect(code).to.equal(1);
        }
        const before = await costplane(['migrate', '--status', '--json'], { env: emptyEnv });
        const names = before.json() as { name: string; applied_at: null }[];
        expect(names.map(({ applied_at }) => applied_at)).to.deep.equal(names.map(() => null));
        const migrated = await costplane(['migrate', '--json'], { env: emptyEnv });
        expect(migrated.json()).to.deep.equal({
          applied: names.map(({ name }) => name),
          distributed: [],
        });
        const again = await costplane(['migrate', '--json'], { env: emptyEnv });
        expect(again.json()).to.deep.equal({ applied: [], distributed: [] });
      } finally {
        await empty.drop();
      }
    });
  });

  describe('with the embedded database', () => {
    it('start and serve reject a wrong config and a port in use before they create a database', async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const port = String((other.address() as AddressInfo).port);
      const config = join(folder.path, 'wrong.yaml');
      const plugin = `{ package: '@costplane/plugin-health', config: { opnapi: true } }`;
      await writeFile(config, `plugins: [${plugin}]\n`);
      const line =
        /^costplane: [^\n]*unknown key "opnapi"[^\n]*\ncostplane: [^\n]* in use[^\n]*\n$/;
      for (const command of ['start', 'serve']) {
        const args = [command, '--config', config, '--port', port];
        const { code, stderr } = await costplane(args, { folder: folder.path });
        expect(stderr).to.match(line);
        expect(code).to.equal(1);
      }
      other.close();
      expect(await readdir(folder.path)).to.deep.equal(['wrong.yaml']);
    });

    it('start shows the progress of the demo, and where the data is after it was stopped', async () => {
      const service = launch(['start', '--days', '1'], { folder: folder.path });
      const first = await printed(service, '1/6 shop-production\n', 'stderr');
      const [, data = 'none'] = /^Creating the embedded database in (.+)$/m.exec(first) ?? [];
      const { code, stderr } = await stop(service, 'SIGINT');
      expect(stderr).to.include(`\nThe data stays in ${data}\n`);
      expect(stderr).to.match(/\ncostplane: Stopped before the demo was complete; [^\n]+\n$/);
      expect(code).to.equal(1);
    });

    it('commands work with a running service, which stops with its database', async () => {
      const environment = { folder: folder.path };
      const service = launch(['serve', '--json'], environment);
      const { url } = await readyDocument(service);
      await costplane(['org', 'create', 'acme'], environment);
      const { json } = await costplane(
        ['key', 'create', '--org', 'acme', '--scope', 'all', '--json'],
        environment,
      );
      const answer = await fetch(`${url}/v1/organization`, {
        headers: { Authorization: `Bearer ${(json() as { key: string }).key}` },
      });
      expect(answer.status).to.equal(200);
      expect(await usersOfService(join(folder.path, '.costplane'))).to.deep.equal([
        { usename: 'costplane_service' },
      ]);
      expect((await stop(service)).code).to.equal(0);
      const lock = join(folder.path, '.costplane/postgres/postmaster.pid');
      expect(await stat(lock).catch(() => undefined)).to.equal(undefined);
    });
  });
});

/** Whom the connections of the service in an embedded database belong to. */
async function usersOfService(home: string): Promise<unknown[]> {
  const database = await openDatabase({ home });
  const db = openWarehouse(database.url, 'owner');
  const { rows } = await sql`select distinct usename from pg_stat_activity
    where application_name = 'costplane'`.execute(db);
  await db.destroy();
  await database.release();
  return rows;
}

/** Runs commands side by side. */
function costplanes(lines: readonly string[][], env: NodeJS.ProcessEnv): Promise<Outcome[]> {
  return Promise.all(lines.map((args) => costplane(args, { env })));
}

/** What a command has printed when a line with some text is there. */
async function printed(
  { child }: Running,
  text: string,
  stream: 'stdout' | 'stderr' = 'stdout',
): Promise<string> {
  let output = '';
  return new Promise((resolve) => {
    child[stream]?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes(text)) resolve(output);
    });
  });
}
