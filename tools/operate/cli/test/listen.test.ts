import { openWarehouse } from '@costplane/warehouse';
import { createTestDatabase, type TestDatabase } from '@costplane/warehouse/testing';
import { demoFleet } from '@costplane/sample';
import { expect } from 'chai';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { zstdCompressSync } from 'node:zlib';
import { begin, costplane, readyDocument, stop } from './costplane.ts';

const listening = ['ingest', '--listen', '0', '--management', '127.0.0.1:0', '--json'];

describe('costplane ingest --listen', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
    await run('org', 'create', 'acme');
  });
  after(() => database.drop());

  const env = () => ({ DATABASE_URL: database.url });
  const run = (...args: string[]) => costplane(args, { env: env() });

  const report = async (url: string, token: string) => {
    const snapshot = demoFleet(new Date(Date.now() - 1_000))[4]?.snapshot;
    const response = await fetch(`${url}/api/v1/metrics/ingest`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Content-Encoding': 'zstd',
      },
      body: new Uint8Array(zstdCompressSync(JSON.stringify(snapshot))),
    });
    return { status: response.status, body: (await response.json()) as { cluster_id: string } };
  };

  it('accepts reports until a signal stops it, and mirrors the teams of the label', async () => {
    const created = await run(
      'agent-token',
      'create',
      '--org',
      'acme',
      '--cluster-name',
      'one',
      '--json',
    );
    const { token, cluster_id } = created.json() as { token: string; cluster_id: string };
    const receiver = begin([...listening, '--team-label', 'kubernetes.io/metadata.name'], {
      env: env(),
    });
    const ready = await readyDocument(receiver);
    expect(await report(ready.url, token)).to.deep.include({ status: 200 });
    const health = ready.metrics_url.replace('/metrics', '/health/ready');
    expect((await fetch(health)).status).to.equal(200);
    const { code, stderr, json } = await stop(receiver);
    expect(json()).to.deep.equal({ url: ready.url, metrics_url: ready.metrics_url });
    expect(code, stderr).to.equal(0);
    const [first, ...lines] = stderr.trim().split('\n');
    expect(first).to.equal(
      `Costplane receives reports at ${ready.url} (metrics: ${ready.metrics_url})`,
    );
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).to.include(
      'report accepted',
    );
    expect(stderr).not.to.include(token);

    const db = openWarehouse(database.url, 'owner');
    const cluster = db.selectFrom('clusters').select('status').where('id', '=', cluster_id);
    expect(await cluster.execute()).to.deep.equal([{ status: 'active' }]);
    const teams = await db.selectFrom('teams').select('name').execute();
    expect(teams.map(({ name }) => name)).to.include('kube-system');
    await db.destroy();
  });

  it('rejects addresses that it cannot listen on, each in one line', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const taken = await run('ingest', '--listen', String(port), '--management', '0');
    expect(taken.stderr).to.equal(
      `costplane: 127.0.0.1:${port} is already in use; choose another one with --listen\n`,
    );
    const management = await run('ingest', '--listen', '0', '--management', String(port));
    expect(management.stderr).to.equal(
      `costplane: 127.0.0.1:${port} is already in use; choose another one with --management\n`,
    );
    const elsewhere = await run('ingest', '--listen', '192.0.2.1:0', '--management', '0');
    expect(elsewhere.stderr).to.equal(
      'costplane: 192.0.2.1:0 is not an address of this machine; choose another one with --listen\n',
    );
    expect([taken.code, management.code, elsewhere.code]).to.deep.equal([1, 1, 1]);
    other.close();
  });

  it('rejects a database that is not migrated, and an unknown log level', async () => {
    const { href } = Object.assign(new URL(database.url), { pathname: '/postgres' });
    const unmigrated = await costplane(listening, { env: { DATABASE_URL: href } });
    expect(unmigrated.stderr).to.equal(
      'costplane: The database is not migrated; run `costplane migrate`\n',
    );
    const loud = await costplane(listening, { env: { ...env(), LOG_LEVEL: 'loud' } });
    expect(loud.stderr).to.match(
      /^costplane: LOG_LEVEL is "[^"\n]+"; it must be one of trace, [^\n]+\n$/,
    );
    expect([unmigrated.code, loud.code]).to.deep.equal([1, 1]);
  });
});
