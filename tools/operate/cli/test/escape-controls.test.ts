import { openWarehouse } from '@costplane/warehouse';
import { createTestDatabase, type TestDatabase } from '@costplane/warehouse/testing';
import { expect } from 'chai';
import { sql } from 'kysely';
import { costplane } from './costplane.ts';

/** Clears the screen, colors it with one character, forges a line, turns the rest around. */
const hostile = 'shop\u001b[2J\u009b31m\r\nroot \u202e';

describe('names that hold terminal escapes', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
    await run('org', 'create', 'acme');
    await run('agent-token', 'create', '--org', 'acme', '--cluster-name', 'shop');
    const db = openWarehouse(database.url, 'owner');
    await sql`update clusters set name = ${hostile}`.execute(db);
    await db.destroy();
  });
  after(() => database.drop());

  const run = (...args: string[]) => costplane(args, { env: { DATABASE_URL: database.url } });
  const list = (...args: string[]) => run('agent-token', 'list', '--org', 'acme', ...args);

  it('are shown with these made visible', async () => {
    const { stdout } = await list();
    expect(stdout).to.contain('shop\\u001b[2J\\u009b31m\\u000d\\u000aroot \\u202e');
    expect(stdout.split('\n')).to.have.length(3);
    expect(stdout).to.not.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  });

  it('are the same in a JSON document, which holds no control character either', async () => {
    const { stdout, json } = await list('--json');
    expect(JSON.stringify(json())).to.contain(JSON.stringify(hostile).slice(1, -1));
    expect(stdout).to.not.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  });

  it('are made visible in messages', async () => {
    const { stderr } = await run('key', 'list', '--org', 'no\u001b[2Jbody');
    expect(stderr).to.contain('no\\u001b[2Jbody');
  });
});
