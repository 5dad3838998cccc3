import { openWarehouse } from '@costplane/warehouse';
import { demoFleet } from '@costplane/sample';
import { createTestDatabase, type TestDatabase } from '@costplane/warehouse/testing';
import { expect } from 'chai';
import { sql } from 'kysely';
import { createAgentToken } from '../src/commands/create-agent-token.ts';
import { createOrganization } from '../src/commands/create-organization.ts';
import { ingest } from '../src/commands/ingest.ts';
import { lockVersions } from '../src/prices/replace-versions.ts';
import { costplane } from './costplane.ts';
import { book } from './price-file.ts';

describe('costplane cluster', () => {
  let database: TestDatabase;
  const ids = new Map<string, string>();
  before(async () => {
    database = await createTestDatabase();
    for (const org of ['acme', 'other']) await run('org', 'create', org);
    for (const name of ['shop', 'lab', 'priced']) {
      const { json } = await run(
        'agent-token',
        'create',
        '--org',
        'acme',
        '--cluster-name',
        name,
        '--json',
      );
      ids.set(name, (json() as { cluster_id: string }).cluster_id);
    }
  });
  after(() => database.drop());

  const run = (...args: string[]) => costplane(args, { env: { DATABASE_URL: database.url } });
  const rename = (cluster: string, name: string, ...args: string[]) =>
    run('cluster', 'rename', cluster, name, '--org', 'acme', ...args);
  const query = async (text: string) => {
    const db = openWarehouse(database.url, 'owner');
    const { rows } = await sql.raw<Record<string, unknown>>(text).execute(db);
    await db.destroy();
    return rows;
  };
  const names = async () => {
    const { json } = await run('cluster', 'list', '--org', 'acme', '--json');
    return (json() as { name: string }[]).map(({ name }) => name);
  };

  it('lists the clusters of an organization by name', async () => {
    expect(await names()).to.deep.equal(['lab', 'priced', 'shop']);
    const { stdout } = await run('cluster', 'list', '--org', 'acme');
    expect(stdout)
      .to.include(ids.get('lab'))
      .and.match(/lab +production +pending/);
  });

  it('renames one, by name or id, which keeps its id, token and history', async () => {
    const id = ids.get('shop')!;
    await query(`select prepare_ledger_months('2026-07-01', '2026-07-01')`);
    await query(`insert into cluster_days (organization_id, cluster_id, day, name, provider, service,
        region, environment, compute_pricing_sources, storage_pricing_sources, covered,
        is_compute_partial, is_storage_partial, seconds)
      select organization_id, id, '2026-07-15', name, '', '', '', environment, '{}', '{}', '{}',
        false, false, 60
      from clusters where id = '${id}'`);
    const renamed = await rename('shop', 'store', '--json');
    expect(renamed.json()).to.deep.equal({ id, name: 'store', previous_name: 'shop' });
    expect(await names()).to.deep.equal(['lab', 'priced', 'store']);
    expect(await query(`select name from cluster_days where cluster_id = '${id}'`)).to.deep.equal([
      { name: 'shop' },
    ]);
    const tokens = `select count(*)::integer as tokens from agent_tokens
      where cluster_id = '${id}' and revoked_at is null`;
    expect(await query(tokens)).to.deep.equal([{ tokens: 1 }]);
    const back = await rename(id, 'shop');
    expect(back.stdout).to.equal(
      `Renamed cluster store to shop (${id}); \`ingest --cluster-name\` needs the new name from now on\n`,
    );
    const again = await rename(id, 'shop');
    expect({ code: again.code, stdout: again.stdout }).to.deep.equal({
      code: 0,
      stdout: `No change: the cluster ${id} is already named shop\n`,
    });
  });

  it('rejects invalid names, each in one line', async () => {
    for (const [cluster, name, message] of [
      ['shop', 'lab', `acme already has a cluster "lab" (${ids.get('lab')}); choose another name`],
      ['shop', ' ', 'The name of a cluster is empty; write one'],
      ['shop', ids.get('lab')!, 'The name of a cluster cannot be a UUID; choose another name'],
      ['shop', 'a'.repeat(254), 'The name of a cluster has 254 characters; shorten it to 253'],
      [
        'none',
        'new',
        'acme has no cluster "none"; list the existing ones with `costplane cluster list --org ORG`',
      ],
    ] as [string, string, string][]) {
      const { code, stdout, stderr } = await rename(cluster, name);
      expect(stderr).to.equal(`costplane: ${message}\n`);
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
    }
    expect(await names()).to.deep.equal(['lab', 'priced', 'shop']);
  });

  it('cannot be created with a UUID as name, which commands take for an id', async () => {
    const options = { org: 'acme', clusterName: crypto.randomUUID() };
    const labels = { teamLabel: 'team', departmentLabel: 'department' };
    for (const creating of [
      createAgentToken(options),
      ingest(['none.json'], { ...options, ...labels }),
      createOrganization(options.clusterName, {}),
    ]) {
      const error = await creating.catch((one: unknown) => one);
      expect((error as Error).message).to.match(/ cannot be a UUID; choose another name$/);
    }
  });

  it('rejects renaming a cluster that a price book names', async () => {
    const source = book(
      '0.03',
      'clusters:\n  - { cluster: priced, organization: acme, control_plane: 0 }\n',
    );
    await query(`insert into price_books (organization_id, valid_from, source, digest)
      values (null, '2026-01-01', $book$${source}$book$, sha256('x'))`);
    for (const [from, to] of [
      ['priced', 'cheap'],
      ['lab', 'priced-too'],
    ] as const) {
      const { code, stderr } = await rename(from, to);
      if (from === 'lab') expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
      else {
        expect(stderr).to.match(
          /^costplane: The price book valid from 2026-01-01T00:00:00.000Z has prices for a cluster by the name "priced"[^\n]+\n$/,
        );
        expect(code).to.equal(1);
      }
    }
  });

  it('rejects renaming a cluster that is named in a price book being set', async () => {
    const source = book(
      '0.03',
      'clusters:\n  - { cluster: shop, organization: acme, control_plane: 0 }\n',
    );
    const db = openWarehouse(database.url, 'owner');
    const { renaming } = await db.transaction().execute(async (tx) => {
      await lockVersions(tx);
      await sql`insert into price_books (valid_from, source, digest)
        values ('2026-02-01', ${source}, sha256('x'))`.execute(tx);
      const started = rename('shop', 'store');
      const waiting = sql`select from pg_locks join pg_database on oid = database
        where locktype = 'advisory' and not granted and datname = current_database()`;
      const isWaiting = async () => (await waiting.execute(tx)).rows.length > 0;
      while (!(await Promise.race([started.then(() => true), isWaiting()])));
      return { renaming: started };
    });
    await db.destroy();
    expect((await renaming).stderr).to.include('has prices for a cluster by the name "shop"');
  });

  describe('retire', () => {
    const createToken = (name: string) =>
      run('agent-token', 'create', '--org', 'other', '--cluster-name', name, '--json');
    const retire = (name: string, ...args: string[]) =>
      run('cluster', 'retire', name, '--org', 'other', ...args);

    it('keeps the history of a cluster, which a new token continues', async () => {
      const { cluster_id: id } = (await createToken('old')).json() as { cluster_id: string };
      await query(`update clusters set status = 'active', last_seen_at = now(),
        compute_cpu_hourly = 1 where id = '${id}'`);
      const readState = () =>
        query(`select status, run_rate_legacy_hourly::integer as rate, (
            select count(*)::integer from agent_tokens
            where cluster_id = '${id}' and revoked_at is null
          ) as tokens from clusters where id = '${id}'`);
      for (let times = 1; times <= 2; times += 1) {
        const { code, stderr, json } = await retire('old', '--json');
        expect({ code, stderr }).to.eql({ code: 0, stderr: '' });
        expect(json()).to.eql({ id, name: 'old', status: 'disconnected' });
        expect(await readState()).to.eql([{ status: 'disconnected', rate: 0, tokens: 0 }]);
      }

      const again = await createToken('old');
      expect(again.stderr).to.equal('The cluster old was retired; its history continues\n');
      expect(again.json()).to.include({ cluster_id: id });
      expect(await readState()).to.eql([{ status: 'pending', rate: 0, tokens: 1 }]);
      expect((await retire(id)).stdout).to.equal(
        `Retired cluster old (${id}): its reports are refused, and its history stays\n`,
      );
    });

    it('continues if an ingested file is older than the state', async () => {
      const { cluster_id: id } = (await createToken('past')).json() as { cluster_id: string };
      await query(`update clusters set status = 'active', last_seen_at = now() where id = '${id}'`);
      await retire('past');
      const { code, stderr } = await costplane(
        ['ingest', '-', '--org', 'other', '--cluster-name', 'past'],
        {
          env: { DATABASE_URL: database.url },
          input: JSON.stringify(demoFleet(new Date('2026-06-01T12:00:00Z'))[4]?.snapshot),
        },
      );
      expect(stderr).to.match(/- is skipped: [^\n]+\nThe cluster past stays retired\n$/);
      expect(code).to.equal(0);
      expect(await query(`select status from clusters where id = '${id}'`)).to.eql([
        { status: 'disconnected' },
      ]);
    });

    it('deletes a cluster that never reported', async () => {
      const { cluster_id: id } = (await createToken('typo')).json() as { cluster_id: string };
      expect((await retire('typo')).stdout).to.equal(
        `Deleted cluster typo (${id}): it never reported\n`,
      );
      expect(await query(`select from clusters where id = '${id}'`)).to.eql([]);
    });
  });
});
