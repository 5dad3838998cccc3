import { expect } from 'chai';
import { bootTestApplication, type TestApplication } from '../src/test-application.ts';
import { waitUntil } from '../src/wait-until.ts';

const slow = new URL('./fixtures/slow/index.js', import.meta.url);
const echo = new URL('./fixtures/echo/index.js', import.meta.url);

interface Line {
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

describe('deadline of a route', () => {
  const lines: Line[] = [];
  let app: TestApplication;
  let key: string;
  let afterwards: Map<string, unknown>;

  before(async () => {
    app = await bootTestApplication({
      plugins: [slow, echo],
      onLog: (level, fields, message) => lines.push({ level, message, fields: { ...fields } }),
    });
    const organization = await app.createOrganization('acme');
    key = await app.createKey(organization, {
      scopes: ['slow:read', 'echo:read'],
      requestsPerMinute: 10_000,
    });
    ({ afterwards } = (await import(slow.href)) as { afterwards: Map<string, unknown> });
  });
  after(() => app.stop());

  const ask = (operation: string) => app.get(`/v1/slow/${operation}`, key);
  const findLine = (operation: string, message: string) =>
    lines.find(
      ({ fields, message: said }) => fields.operation_id === operation && said === message,
    );
  const running = async (text: string) => {
    const rows = await app.sql<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database()
        and state = 'active' and pid <> pg_backend_pid() and query like $1`,
      [`%${text}%`],
    );
    return rows.length;
  };
  const metrics = async () => (await fetch(app.service.metricsUrl)).text();
  const busy = async (pool: string) =>
    Number(
      new RegExp(`costplane_database_connections\\{pool="${pool}",state="busy"\\} (\\d+)`).exec(
        await metrics(),
      )?.[1],
    );

  it('answers for a handler that hangs, with the error of the route', async () => {
    const answers = await Promise.all(['hangs', 'hangsInHistory', 'hangsOpenly'].map(ask));
    expect(answers.map(({ status, body }) => [status, body.error.code])).to.eql([
      [503, 'SERVICE_UNAVAILABLE'],
      [504, 'UPSTREAM_TIMEOUT'],
      [500, 'INTERNAL_ERROR'],
    ]);
    for (const { body } of answers) {
      expect(body.error.message).to.equal('The answer took longer than 0.2 seconds.');
      expect(body.meta.request_id).to.match(/^req_/);
    }
  });

  it('is logged with plugin and operation, and counted', async () => {
    const { body } = await ask('hangs');
    const line = lines.find(
      ({ fields, message }) =>
        fields.request_id === body.meta.request_id && message === 'the deadline has passed',
    );
    expect(line?.fields).to.include({
      plugin: 'slow',
      operation_id: 'hangs',
      deadline_seconds: 0.2,
    });
    expect(await metrics()).to.match(
      /costplane_http_deadlines_exceeded_total\{operation="hangs"\} \d+/,
    );
  });

  it('aborts the signal with a TimeoutError, and discards the late response', async () => {
    expect((await ask('isAborted')).status).to.equal(503);
    await waitUntil(
      () => findLine('isAborted', 'a handler answered after its deadline') !== undefined,
    );
    expect(afterwards.get('isAborted')).to.equal('TimeoutError');
  });

  it('discards a late failure', async () => {
    expect((await ask('failsLate')).status).to.equal(503);
    await waitUntil(
      () => findLine('failsLate', 'a handler failed after its deadline') !== undefined,
    );
  });

  it('cancels the running query, also in the database', async () => {
    expect((await ask('queries')).status).to.equal(503);
    await waitUntil(async () => (await running('pg_sleep')) === 0);
    expect((await app.get('/v1/careless', key)).status).to.equal(200);
  });

  it('reclaims connections, so that handlers that hang cannot exhaust the pool', async () => {
    for (const [operation, pool] of [
      ['holds', 'state'],
      ['holdsHistory', 'queries'],
    ] as const) {
      const answers = await Promise.all(Array.from({ length: 25 }, () => ask(operation)));
      expect(new Set(answers.map(({ status }) => status))).to.eql(new Set([503]));
      await waitUntil(async () => (await busy(pool)) === 0);
    }
    expect((await app.get('/v1/careless', key)).status).to.equal(200);
  });

  it('rejects further queries of the handler', async () => {
    await ask('asksLater');
    await waitUntil(() => afterwards.has('asksLater'));
    expect(afterwards.get('asksLater')).to.match(/the request is over/);
  });

  it('closes a file that is returned too late', async () => {
    expect((await ask('opensFileLate')).status).to.equal(503);
    await waitUntil(() => afterwards.get('opensFileLate') === 'closed');
  });

  it('does not affect requests that are in time', async () => {
    const hanging = ask('hangs');
    const others = await Promise.all(Array.from({ length: 20 }, () => app.get('/v1/echo/x', key)));
    expect(new Set(others.map(({ status }) => status))).to.eql(new Set([200]));
    expect((await ask('readsHistory')).status).to.equal(200);
    await hanging;
  });
});

describe('session of a plugin', () => {
  let app: TestApplication;
  let key: string;
  before(async () => {
    app = await bootTestApplication({ plugins: [slow] });
    key = await app.createKey(await app.createOrganization('acme'), { scopes: ['slow:read'] });
  });
  after(() => app.stop());

  it('is reset for the next request, whatever was changed', async () => {
    for (let round = 0; round < 3; round += 1) {
      expect((await app.get('/v1/slow/changesSession', key)).status).to.equal(200);
      const { body } = await app.get('/v1/slow/isUnchangedSession', key);
      expect(body.data).to.eql({ ok: true });
    }
  });

  it('that is left in a transaction is closed and not reused', async () => {
    expect((await app.get('/v1/slow/leavesTransaction', key)).status).to.equal(200);
    const { body } = await app.get('/v1/slow/isAnotherSession', key);
    expect(body.data).to.eql({ ok: true });
  });
});
