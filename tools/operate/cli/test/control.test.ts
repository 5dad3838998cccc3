import { createTestDatabase, skipOnCitus, type TestDatabase } from '@costplane/warehouse/testing';
import { openWarehouse } from '@costplane/warehouse';
import { expect } from 'chai';
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { costplane } from './costplane.ts';
import { book } from './price-file.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const families = [
  'clusters',
  'cost_explorer',
  'departments',
  'metrics',
  'namespaces',
  'nodes',
  'organization',
  'recommendations',
  'teams',
  'volumes',
  'workloads',
];
const scopes = families.map((family) => `${family}:read`);

interface Key {
  id: string;
  key: string;
  scopes: string[];
  allowed_cluster_ids: string[] | null;
}

describe('costplane, organizations and keys', () => {
  let database: TestDatabase;
  before(async () => (database = await createTestDatabase()));
  after(() => database.drop());

  const run = (...args: string[]) => costplane(args, { env: { DATABASE_URL: database.url } });

  describe('org', () => {
    it('creates an organization and lists it', async () => {
      const created = await run(
        'org',
        'create',
        'acme',
        '--domain',
        'acme.example',
        '--plan',
        'team',
        '--json',
      );
      expect({ code: created.code, stderr: created.stderr }).to.deep.equal({ code: 0, stderr: '' });
      const organization = created.json() as { id: string };
      expect(organization).to.include({
        name: 'acme',
        domain: 'acme.example',
        plan_type: 'team',
        currency: 'USD',
      });
      expect(organization.id).to.match(uuid);
      expect((await run('org', 'list', '--json')).json()).to.deep.equal([organization]);
      expect((await run('org', 'list')).stdout)
        .to.include(organization.id)
        .and.include('acme');
    });

    it('refuses a name that is taken, naming who has it', async () => {
      const { code, stdout, stderr } = await run('org', 'create', 'acme', '--json');
      expect(stderr).to.match(/^costplane: The organization "acme" already exists \([^\n]+\n$/);
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
    });

    it('refuses a name that another command takes at the same time', async function () {
      skipOnCitus(this, 'sessions wait for rows on workers');
      const db = openWarehouse(database.url, 'owner');
      const { creating } = await db.transaction().execute(async (tx) => {
        await tx.insertInto('organizations').values({ name: 'twin', is_home: false }).execute();
        const waiting = sql`select from pg_locks
          where not granted and transactionid = pg_current_xact_id()::xid`;
        const started = run('org', 'create', 'twin');
        while ((await waiting.execute(tx)).rows.length === 0) await sleep(20);
        return { creating: started };
      });
      await db.destroy();
      const { code, stderr } = await creating;
      expect(stderr).to.match(/^costplane: The organization "twin" already exists \([^\n]+\n$/);
      expect(code).to.equal(1);
    });

    it('refuses an organization that is on another database', async () => {
      const db = openWarehouse(database.url, 'owner');
      await sql`insert into organization_homes values (gen_random_uuid(), 'afar', 'eu-2')`.execute(
        db,
      );
      await db.insertInto('organizations').values({ name: 'moved', is_home: false }).execute();
      await db.destroy();
      expect((await run('org', 'create', 'afar')).stderr).to.match(
        /"afar" already exists on eu-2;/,
      );
      for (const [name, ...args] of [
        ['afar', 'sample', 'load', '--org', 'afar'],
        ['moved', 'key', 'list', '--org', 'moved'],
      ]) {
        const { code, stdout, stderr } = await run(...args);
        expect(stderr).to.equal(
          `costplane: ${name!} is on another database; run this with the config that names it (COSTPLANE_CONFIG)\n`,
        );
        expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
      }
    });

    it('refuses an empty name, also for the sample', async () => {
      for (const args of [
        ['org', 'create', ' '],
        ['sample', 'load', '--org', ''],
      ]) {
        const { code, stdout, stderr } = await run(...args);
        expect(stderr).to.equal('costplane: The name of an organization is empty; write one\n');
        expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
      }
    });

    it('warns about a currency without prices', async () => {
      const created = await run('org', 'create', 'euro', '--currency', 'EUR', '--json');
      expect(created.stderr).to.match(/^The price book is in USD: [^\n]+`costplane price set`\n$/);
      expect(created.json()).to.include({ name: 'euro', currency: 'EUR' });
      const setBook = (currency: string) =>
        costplane(['price', 'set', '-', '--from', '2026-01-01'], {
          env: { DATABASE_URL: database.url },
          input: book('0.1', '', currency),
        });
      await setBook('EUR');
      const { stderr } = await run('org', 'create', 'dollar');
      await setBook('USD');
      expect(stderr).to.match(/^The price book is in EUR: [^\n]+\n$/);
    });

    it('suspends and resumes an organization, whose keys are invalid meanwhile', async () => {
      const { id } = (await run('org', 'create', 'paused', '--json')).json() as { id: string };
      const { key } = (
        await run('key', 'create', '--org', 'paused', '--scope', 'clusters:read', '--json')
      ).json() as Key;
      const db = openWarehouse(database.url, 'owner');
      const known = async () => {
        const { rows } = await sql`select from authenticate(sha256(${key}::bytea))`.execute(db);
        return rows.length;
      };
      expect(await known()).to.equal(1);
      const suspended = await run('org', 'suspend', 'paused', '--json');
      expect(suspended.json()).to.deep.equal({ id, name: 'paused', is_active: false });
      expect(await known()).to.equal(0);
      expect((await run('org', 'list')).stdout).to.match(/paused .* no /);
      expect((await run('org', 'suspend', id)).stdout).to.match(/^Suspended paused: .*401.*403/);
      expect((await run('org', 'resume', id)).stdout).to.match(/^Resumed paused: /);
      expect(await known()).to.equal(1);
      await db.destroy();
      const { code, stderr } = await run('org', 'suspend', 'nobody');
      expect(stderr).to.match(/^costplane: There is no organization "nobody"; [^\n]+\n$/);
      expect(code).to.equal(1);
    });

    it('rejects an invalid currency', async () => {
      const { code, stderr } = await run('org', 'create', 'coin', '--currency', 'euro');
      expect(stderr).to.match(/^costplane: The currency "euro" does not exist; [^\n]+\n$/);
      expect(code).to.equal(1);
      expect((await run('org', 'list')).stdout).not.to.include('coin');
    });
  });

  describe('key', () => {
    const cluster = '7c0bf6b6-6f1f-4d0b-9a4e-0f5f7e7f0001';
    before(async () => {
      const db = openWarehouse(database.url, 'owner');
      await sql`insert into clusters (organization_id, id, name)
        select id, ${cluster}::uuid, 'one' from organizations where name = 'acme'`.execute(db);
      await db.destroy();
    });

    it('creates a key of all scopes and every cluster, and stores only its hash', async () => {
      const { code, stdout, json } = await run(
        'key',
        'create',
        '--org',
        'acme',
        '--scope',
        'all',
        '--json',
      );
      const key = json() as Key;
      expect(code).to.equal(0);
      expect(key).to.deep.include({ scopes, allowed_cluster_ids: null });
      expect(key.key).to.match(/^cpk_[0-9A-Za-z]{40}$/);
      expect(stdout.split(key.key)).to.have.length(2);
      const listed = await run('key', 'list', '--org', 'acme', '--json');
      expect(listed.stdout).to.include(key.id).and.not.include(key.key);
    });

    it('prints nothing but the key on standard output without --json', async () => {
      const { stdout, stderr } = await run('key', 'create', '--org', 'acme', '--scope', 'all');
      expect(stdout).to.match(/^cpk_[0-9A-Za-z]{40}\n$/);
      expect(stderr).to.include('shown only once').and.not.include(stdout.trim());
    });

    it('restricts a key to clusters, or to none', async () => {
      const some = await run(
        'key',
        'create',
        '--org',
        'acme',
        '--scope',
        'clusters:read',
        '--json',
        '--cluster',
        cluster.toUpperCase(),
      );
      expect(some.json()).to.deep.include({
        scopes: ['clusters:read'],
        allowed_cluster_ids: [cluster],
      });
      const none = await run(
        'key',
        'create',
        '--org',
        'acme',
        '--scope',
        ...scopes,
        '--no-clusters',
        '--json',
      );
      expect(none.json()).to.deep.include({ scopes, allowed_cluster_ids: [] });
    });

    const refusals: [what: string, args: string[], message: string][] = [
      [
        'a scope that no plugin has',
        ['--org', 'acme', '--scope', 'clusters:write'],
        `No loaded plugin has the scope "clusters:write"; use one of ${scopes.join(', ')}, or all`,
      ],
      [
        'a scope that no plugin has, besides all',
        ['--org', 'acme', '--scope', 'all', 'typo'],
        'No loaded plugin has the scope "typo"',
      ],
      [
        'a cluster of no such id',
        ['--org', 'acme', '--scope', 'all', '--cluster', cluster, 'x'],
        'The organization "acme" has no cluster x; list their ids',
      ],
      [
        'an organization that is not there',
        ['--org', 'nobody', '--scope', 'all'],
        'There is no organization "nobody"; create it with `costplane org create`',
      ],
    ];
    for (const [what, args, message] of refusals) {
      it(`refuses ${what}, in one line`, async () => {
        const { code, stdout, stderr } = await run('key', 'create', ...args, '--json');
        expect(stderr)
          .to.match(/^costplane: [^\n]+\n$/)
          .and.include(message);
        expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
      });
    }

    it('revokes a key once; again changes nothing', async () => {
      const { id } = (
        await run('key', 'create', '--org', 'acme', '--scope', 'all', '--name', 'old', '--json')
      ).json() as Key;
      const first = (await run('key', 'revoke', id, '--json')).json() as { revoked_at: string };
      const second = (await run('key', 'revoke', id, '--json')).json() as { revoked_at: string };
      expect(Date.parse(first.revoked_at)).to.be.closeTo(Date.now(), 60_000);
      expect(second).to.deep.equal(first);
    });

    for (const how of ['as an argument', 'on standard input']) {
      it(`revokes a key that is passed itself, ${how}, without printing it`, async () => {
        const args = ['key', 'create', '--org', 'acme', '--scope', 'all', '--json'];
        const { id, key } = (await run(...args)).json() as Key;
        const { code, stdout, stderr } = await costplane(
          ['key', 'revoke', how === 'as an argument' ? key : '-'],
          { env: { DATABASE_URL: database.url }, input: `${key}\n` },
        );
        expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
        expect(stdout).to.equal(
          `Revoked key ${id}; running services refuse it within 10 seconds\n`,
        );
        const keys = (await run('key', 'list', '--org', 'acme', '--json')).json();
        const listed = (keys as { id: string; revoked_at: unknown }[]).find((one) => one.id === id);
        expect(listed?.revoked_at).to.be.a('string');
      });
    }

    it('does not print an invalid key', async () => {
      const { code, stderr } = await run('key', 'revoke', 'cpk_secret');
      expect(stderr).to.match(
        /^costplane: The argument is neither the id of a key nor a key; see [^\n]+\n$/,
      );
      expect(code).to.equal(1);
    });
  });
});
