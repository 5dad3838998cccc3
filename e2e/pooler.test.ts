import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { send } from './receiver/support/agent.ts';
import { createAgentToken, startReceiver } from './receiver/support/receiver.ts';
import { readExample } from './receiver/support/wire.ts';
import { costplaneJson, serve } from './support/costplane.ts';
import { createDatabase, type Database } from './support/database.ts';
import { pgbouncerPath, startPgBouncer } from './support/pgbouncer.ts';
import { skip } from './support/skip.ts';

describe('a connection pooler in session mode', () => {
  let database: Database;
  before(async function () {
    if (!pgbouncerPath) skip(this, 'no PgBouncer');
    database = await createDatabase({ migrated: false });
  });
  after(() => (pgbouncerPath ? database.drop() : undefined));

  // PgBouncer refuses startup parameters that it does not know, or drops those it is told to.
  for (const ignored of ['', 'options']) {
    it(`does not interfere with sessions${ignored && ', although it drops options'}`, async () => {
      const pooler = await startPgBouncer(database.url, ignored);
      const environment = { DATABASE_URL: pooler.urlOf(database.url) };
      const name = `acme${ignored}`;
      await costplaneJson(['migrate'], environment);
      await costplaneJson(['org', 'create', name], environment);
      const { key } = await costplaneJson<{ key: string }>(
        ['key', 'create', '--org', name, '--scope', 'all'],
        environment,
      );
      const service = await serve(environment);
      const answer = await fetch(`${service.url}/v1/organization`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      expect(answer.status).to.equal(200);
      expect(await answer.text()).to.include(name);
      expect(await service.stop()).to.equal(0);
      expect(await report(environment, name)).to.eql([200]);
      await pooler.stop();
    });
  }
});

/** The statuses with which a receiver answers a report of a new cluster. */
async function report(
  environment: { DATABASE_URL: string },
  org: string,
): Promise<readonly number[]> {
  const receiver = await startReceiver(environment);
  const { token } = await createAgentToken(environment, org, 'north');
  const snapshot = { ...readExample(), snapshot_id: randomUUID(), timestamp: Date.now() };
  const { statuses } = await send(snapshot, { url: receiver.url, token, maxAttempts: 1 });
  expect(await receiver.stop(), receiver.output.stderr).to.equal(0);
  return statuses;
}
