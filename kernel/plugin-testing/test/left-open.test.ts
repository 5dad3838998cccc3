import { expect } from 'chai';
import { bootTestApplication, type TestApplication } from '../src/test-application.ts';
import { waitUntil } from '../src/wait-until.ts';

const slow = new URL('./fixtures/slow/index.js', import.meta.url);
const message = 'a handler ended and left a transaction, a connection or a query open';

interface Warning {
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

describe('connections that a handler leaves open', () => {
  const warnings: Warning[] = [];
  let app: TestApplication;
  let key: string;
  let afterwards: Map<string, unknown>;

  before(async () => {
    app = await bootTestApplication({
      plugins: [slow],
      onLog: (level, fields, text) => {
        if (level === 'warn') warnings.push({ message: text, fields: { ...fields } });
      },
    });
    key = await app.createKey(await app.createOrganization('acme'), {
      scopes: ['slow:read'],
      requestsPerMinute: 10_000,
    });
    ({ afterwards } = (await import(slow.href)) as { afterwards: Map<string, unknown> });
  });
  after(() => app.stop());

  const ask = (operation: string) => app.get(`/v1/slow/${operation}`, key);
  const findWarnings = (operation: string) =>
    warnings.filter(({ fields }) => fields.operation_id === operation);
  const running = async (query: string) => {
    const rows = await app.sql<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database()
        and state = 'active' and pid <> pg_backend_pid() and strpos(query, $1) > 0`,
      [query],
    );
    return rows.length;
  };

  for (const database of ['db', 'ledger']) {
    for (const [operation, status] of [
      ['leavesOpen', 200],
      ['failsOpen', 500],
    ] as const) {
      it(`are reclaimed when it ends: ${operation} of ${database}`, async () => {
        for (let request = 0; request < 12; request += 1) {
          expect((await ask(`${operation}-${database}`)).status).to.equal(status);
        }
        expect((await ask(`closes-${database}`)).status).to.equal(200);
        const told = findWarnings(`${operation}-${database}`).filter(
          (one) => one.message === message,
        );
        expect(told).to.have.length(12);
        expect(told[0]?.fields).to.include({ plugin: 'slow', connections: 1 });
      });
    }

    it(`cause no warning after a finished transaction of ${database}`, async () => {
      expect((await ask(`closes-${database}`)).status).to.equal(200);
      expect(findWarnings(`closes-${database}`)).to.eql([]);
    });

    it(`do not include queries next to a failed one: ${database}`, async () => {
      expect((await ask(`failsBeside-${database}`)).status).to.equal(500);
      expect(findWarnings(`failsBeside-${database}`)).to.eql([]);
    });

    it(`stay open until its file is sent: ${database}`, async () => {
      for (let request = 0; request < 12; request += 1) {
        const answer = await fetch(`${app.service.url}/v1/slow/streams-${database}`, {
          headers: { authorization: `Bearer ${key}` },
        });
        expect(await answer.text()).to.equal('read while it is sent');
        await waitUntil(() => findWarnings(`streams-${database}`).length === request + 1);
      }
    });

    it(`reject queries to ${database} after the response`, async () => {
      await ask(`asksAfterAnswer-${database}`);
      await waitUntil(() => afterwards.has(`asksAfterAnswer-${database}`));
      expect(afterwards.get(`asksAfterAnswer-${database}`)).to.match(/the request is over/);
    });
  }

  it('cancel a query that nobody awaits, also in the database', async () => {
    expect((await ask('leavesQuery')).status).to.equal(200);
    expect(findWarnings('leavesQuery')).to.have.length(1);
    await waitUntil(() => afterwards.has('leavesQuery'));
    await waitUntil(async () => (await running('pg_sleep(25)')) === 0);
  });
});
