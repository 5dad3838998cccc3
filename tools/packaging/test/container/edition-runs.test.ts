import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { expect } from 'chai';
import { type ComposeService, readCompose } from './support/compose.ts';
import { canIsolate, run, type Running, start } from './support/container.ts';
import { createLoginDatabase, type LoginDatabase } from './support/database.ts';
import { defaultOf, readStages, textOf } from './support/dockerfile.ts';
import { type Edition, makeEdition } from './support/edition.ts';
import { repository } from './support/repository.ts';
import { freePort, untilAnswers } from './support/until.ts';

const { services } = readCompose();
const healthCheck = JSON.parse(
  textOf(readStages().at(-1) ?? [], 'HEALTHCHECK').split(' CMD ')[1] ?? '',
) as string[];

/** A stop that is not in time would be ended by the engine, with another exit code. */
const graceMs = 40_000;

interface Key {
  readonly key: string;
}
interface Token {
  readonly token: string;
}

describe(`the image of an edition, run as compose.yaml runs it${canIsolate ? '' : ' (without isolation)'}`, function () {
  this.timeout(600_000);
  let edition: Edition;
  let database: LoginDatabase;
  const running: Running[] = [];

  before(async () => {
    database = await createLoginDatabase();
    edition = await makeEdition(defaultOf('PLUGINS') ?? '');
  });
  after(async () => {
    for (const { process: child } of running) child.kill('SIGKILL');
    await database.drop();
    edition.remove();
  });

  const environment = ({ environment: { DATABASE_URL = '' } = {} }: ComposeService) => {
    const [, login = ''] = /:\/\/(\w+):/.exec(DATABASE_URL) ?? [];
    return { DATABASE_URL: database.url(login), LOG_LEVEL: 'warn' };
  };
  const administer = (...args: string[]) => run(edition, args, environment(services.migrate));
  const checkHealth = (command: readonly string[], port: string) =>
    run(edition, [], { PORT: port }, command);

  it('writes nowhere: the file system is read-only, and the user is nobody', async function () {
    if (!canIsolate) {
      Object.assign(this.test ?? {}, { skipReason: 'takes root and unshare' });
      this.skip();
    }
    const script = `
      const { appendFileSync, readFileSync } = require('node:fs');
      const { join } = require('node:path');
      const refused = [process.env.COSTPLANE_CONFIG, '/var/tmp/x', '/etc/x'].map((file) => {
        try { appendFileSync(file, ''); return 'written'; } catch ({ code }) { return code; }
      });
      appendFileSync('/tmp/x', '');
      const capabilities = /CapEff:\\s*(\\w+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1];
      console.log(JSON.stringify({ refused, uid: process.getuid(), capabilities }));`;
    const { stdout, stderr } = await run(edition, ['--eval', script], {}, ['node']);
    expect(stdout, stderr).to.equal(
      `${JSON.stringify({ refused: ['EACCES', 'EROFS', 'EROFS'], uid: 65532, capabilities: '0'.repeat(16) })}\n`,
    );
  });

  it('says what is missing without a database', async () => {
    const { code, stderr } = await run(edition, ['serve'], {});
    expect(code).to.equal(1);
    expect(stderr).to.match(/set DATABASE_URL/);
    expect(stderr.trimEnd().split('\n')).to.have.length(1);
  });

  it('is not healthy while nothing serves', async () => {
    const { code, stderr } = await checkHealth(healthCheck, await freePort());
    expect(code).to.equal(1);
    expect(stderr).to.match(/does not answer/);
  });

  it('migrates with the login of the migration alone, and a second time does nothing', async () => {
    const refused = await run(edition, ['migrate'], environment(services.service));
    expect(refused.code, refused.stderr).to.equal(1);
    const first = await administer(...(services.migrate.command ?? []));
    expect(first.code, first.stderr).to.equal(0);
    expect(first.stdout).to.match(/^Applied /);
    expect((await administer('migrate')).stdout).to.equal('Nothing to migrate\n');
  });

  it('serves what it has with a login that may only read, and nothing that was left out', async () => {
    await administer('org', 'create', 'acme');
    const minted = await administer('key', 'create', '--org', 'acme', '--scope', 'all', '--json');
    const { key } = JSON.parse(minted.stdout) as Key;
    const [port, managementPort] = [await freePort(), await freePort()];
    const service = start(edition, services.service.command ?? [], {
      ...environment(services.service),
      ...{ PORT: port, MANAGEMENT_PORT: managementPort },
    });
    running.push(service);
    await untilAnswers(`http://127.0.0.1:${port}/health/ready`, service);

    const get = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers: { Authorization: `Bearer ${key}` } });
    expect((await get('/v1/clusters')).status).to.equal(200);
    expect((await get('/v1/exports/focus/schema')).status).to.equal(200);
    expect((await get('/legacy/v1/namespaces')).status).to.equal(404);
    expect((await get('/v1/docs')).status).to.equal(200);
    const healthy = await checkHealth(healthCheck, port);
    expect(healthy.code, healthy.stderr).to.equal(0);
    // Any address of the machine, not only the one that processes inside use.
    const metrics = await fetch(`http://127.0.0.2:${managementPort}/metrics`);
    expect(await metrics.text()).to.contain('costplane_');

    const { code, ms } = await service.stop();
    expect(code, service.output.stderr).to.equal(0);
    expect(ms).to.be.lessThan(graceMs);
  });

  it('receives a report with a login of its own, and stops in time', async () => {
    const minted = await administer(
      ...['agent-token', 'create', '--org', 'acme', '--cluster-name', 'shop', '--json'],
    );
    const { token } = JSON.parse(minted.stdout) as Token;
    const [port, managementPort] = [await freePort(), await freePort()];
    const command = (services.receiver.command ?? []).map((part) =>
      part.replace(':8081', `:${port}`).replace(':9465', `:${managementPort}`),
    );
    const receiver = start(edition, command, environment(services.receiver));
    running.push(receiver);
    await untilAnswers(`http://127.0.0.1:${managementPort}/health/ready`, receiver);

    const [, ...check] = services.receiver.healthcheck?.test ?? [];
    const healthy = await checkHealth(
      check.map((part) => part.replace(':9465', `:${managementPort}`)),
      port,
    );
    expect(healthy.code, healthy.stderr).to.equal(0);
    const sent = await report(`http://127.0.0.1:${port}`, token);
    expect(sent.status, await sent.text()).to.be.within(200, 202);
    const { code, ms } = await receiver.stop();
    expect(code, receiver.output.stderr).to.equal(0);
    expect(ms).to.be.lessThan(graceMs);
  });
});

/** Sends the example of an agent's snapshot as of now. */
function report(url: string, token: string): Promise<Response> {
  const file = join(repository, 'e2e/receiver/fixtures/snapshot.json');
  const snapshot = JSON.parse(readFileSync(file, 'utf8')) as {
    snapshot_id: string;
    timestamp: number;
  };
  snapshot.timestamp = Date.now();
  return fetch(`${url}/api/v1/metrics/ingest`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Encoding': 'zstd',
      'Content-Type': 'application/json',
      'Idempotency-Key': snapshot.snapshot_id,
      'X-Agent-Version': 'v2.2.0',
      'X-Kubeadapt-Protocol': 'v1',
      'X-Snapshot-Id': snapshot.snapshot_id,
    },
    body: new Uint8Array(zstdCompressSync(JSON.stringify(snapshot))),
  });
}
