import { openWarehouse } from '@costplane/warehouse';
import { createTestDatabase, type TestDatabase } from '@costplane/warehouse/testing';
import { expect } from 'chai';
import { sql } from 'kysely';
import { costplane } from './costplane.ts';

interface Created {
  id: string;
  token: string;
  cluster_id: string;
}

describe('costplane agent-token', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
    await run('org', 'create', 'acme');
  });
  after(() => database.drop());

  const run = (...args: string[]) => costplane(args, { env: { DATABASE_URL: database.url } });
  const create = (name: string, ...args: string[]) =>
    run('agent-token', 'create', '--org', 'acme', '--cluster-name', name, ...args);
  const query = async (text: string) => {
    const db = openWarehouse(database.url, 'owner');
    const { rows } = await sql.raw<Record<string, unknown>>(text).execute(db);
    await db.destroy();
    return rows;
  };

  it('creates a pending cluster with a token, of which only the hash is stored', async () => {
    const { code, stdout, stderr, json } = await create(
      'shop',
      '--environment',
      'staging',
      '--provider',
      'aws',
      '--json',
    );
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    const created = json() as Created;
    expect(created).to.have.all.keys('id', 'token', 'cluster_id');
    expect(created.token).to.match(/^cpa_[0-9A-Za-z]{40}$/);
    expect(stdout.split(created.token)).to.have.length(2);
    expect(
      await query('select id, name, environment, provider, status from clusters'),
    ).to.deep.equal([
      {
        id: created.cluster_id,
        name: 'shop',
        environment: 'staging',
        provider: 'aws',
        status: 'pending',
      },
    ]);
    const [row] = await query(`select token_hash = sha256('${created.token}') as is_hash,
      agent_tokens::text as whole from agent_tokens`);
    expect(row!.is_hash).to.equal(true);
    expect(row!.whole).not.to.include(created.token);
  });

  it('prints nothing but the token on standard output without --json', async () => {
    const { stdout, stderr } = await create('plain');
    expect(stdout).to.match(/^cpa_[0-9A-Za-z]{40}\n$/);
    expect(stderr).to.include('shown only once').and.not.include(stdout.trim());
  });

  it('refuses a second token of a cluster, until the first is revoked', async () => {
    const first = (await create('one', '--json')).json() as Created;
    const refused = await create('one', '--environment', 'dev', '--json');
    expect(refused.stderr).to.equal(
      `costplane: The cluster "one" already has an agent token (${first.id}); revoke it first with \`costplane agent-token revoke ${first.id}\`\n`,
    );
    expect({ code: refused.code, stdout: refused.stdout }).to.deep.equal({ code: 1, stdout: '' });
    expect(await query(`select environment from clusters where name = 'one'`)).to.deep.equal([
      { environment: 'production' },
    ]);

    const revoked = (await run('agent-token', 'revoke', first.id, '--json')).json();
    expect(revoked).to.include({ id: first.id, cluster_id: first.cluster_id });
    await query(`update clusters set last_seen_at = '2026-07-01' where name = 'one'`);
    const second = (await create('one', '--json')).json() as Created;
    expect(second.cluster_id).to.equal(first.cluster_id);
    expect(second.token).not.to.equal(first.token);
    const { stdout } = await run('agent-token', 'list', '--org', 'acme');
    expect(stdout)
      .to.match(new RegExp(`${first.id} +one +\\S+ +- +revoked`))
      .and.match(new RegExp(`${second.id} +one +\\S+ +2026-07-01T00:00:00.000Z +valid`));
  });

  it('lists tokens by hint', async () => {
    const { token, id } = (await create('listed', '--json')).json() as Created;
    const listed = await run('agent-token', 'list', '--org', 'acme', '--json');
    expect(listed.stdout).not.to.include(token);
    const found = (listed.json() as { id: string }[]).find((one) => one.id === id);
    expect(found).to.deep.include({
      cluster_name: 'listed',
      token_hint: token.slice(0, 8),
      last_seen_at: null,
      revoked_at: null,
    });
    const table = (await run('agent-token', 'list', '--org', 'acme')).stdout;
    expect(table).to.include(id).and.include('listed').and.include('valid').and.include('revoked');
  });

  it('revokes a token once; again changes nothing', async () => {
    const { id } = (await create('old', '--json')).json() as Created;
    const first = (await run('agent-token', 'revoke', id, '--json')).json();
    const second = (await run('agent-token', 'revoke', id, '--json')).json();
    expect(second).to.deep.equal(first);
  });

  it('revokes a token that is passed itself, also on standard input, without printing it', async () => {
    for (const input of [undefined, 'standard input']) {
      const { id, token } = (await create(input ?? 'an argument', '--json')).json() as Created;
      const { code, stdout, stderr } = await costplane(
        ['agent-token', 'revoke', input === undefined ? token : '-'],
        { env: { DATABASE_URL: database.url }, input: `${token}\n` },
      );
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
      expect(stdout).to.equal(
        `Revoked agent token ${id}; running receivers refuse it within 5 seconds\n`,
      );
    }
  });

  it('does not print an invalid token', async () => {
    const { code, stderr } = await run('agent-token', 'revoke', 'cpa_secret');
    expect(stderr).to.match(
      /^costplane: The argument is neither the id of an agent token nor an agent token;[^\n]+\n$/,
    );
    expect(stderr).not.to.include('secret');
    expect(code).to.equal(1);
  });

  it('rejects an unknown organization, and a cluster without a name', async () => {
    const nobody = await run('agent-token', 'create', '--org', 'nobody', '--cluster-name', 'x');
    expect(nobody.stderr).to.match(/^costplane: There is no organization "nobody";[^\n]+\n$/);
    const nameless = await create(' ');
    expect(nameless.stderr).to.equal('costplane: The name of a cluster is empty; write one\n');
    expect([nobody.code, nameless.code]).to.deep.equal([1, 1]);
  });
});

describe('costplane org limit', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
    await run('create', 'acme');
  });
  after(() => database.drop());

  const run = (...args: string[]) =>
    costplane(['org', ...args], { env: { DATABASE_URL: database.url } });
  const readLimit = async (...args: string[]) =>
    ((await run('limit', 'acme', ...args, '--json')).json() as { cpu_limit_cores: string | null })
      .cpu_limit_cores;

  it('is set, shown and removed', async () => {
    expect(await readLimit()).to.equal(null);
    expect(await readLimit('--cores', '12.5')).to.equal('12.5');
    expect(await readLimit()).to.equal('12.5');
    expect((await run('limit', 'acme')).stdout).to.include('12.5');
    expect(await readLimit('--no-limit')).to.equal(null);
  });

  it('must be a positive number of cores, of an existing organization', async () => {
    for (const cores of ['0', '-1', '1e3', 'many', '0.0001']) {
      const { code, stderr } = await run('limit', 'acme', `--cores=${cores}`);
      expect(stderr)
        .to.match(/^costplane: [^\n]+\n$/)
        .and.include('Must be a number of cores above 0');
      expect(code).to.equal(2);
    }
    const both = await run('limit', 'acme', '--cores', '1', '--no-limit');
    expect(both.stderr).to.include('cannot be used with');
    expect((await run('limit', 'nobody', '--cores', '1')).code).to.equal(1);
    expect(await readLimit()).to.equal(null);
  });
});
