import { openWarehouse } from '@costplane/warehouse';
import { createTestDatabase, type TestDatabase } from '@costplane/warehouse/testing';
import { expect } from 'chai';
import { sql } from 'kysely';
import { costplane } from './costplane.ts';

/** Clears the screen, colors it with one character, forges a line, turns the rest around. */
const hostile = 'shop\u001b[2J\u009b31m\r\nroot \u202e';

describe('names with terminal escapes', () => {
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

  it('are shown with visible escapes', async () => {
    const { stdout } = await list();
    expect(stdout).to.contain('shop\\u001b[2J\\u009b31m\\u000d\\u000aroot \\u202e');
    expect(stdout.split('\n')).to.have.length(3);
    expect(stdout).to.not.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  });

  it('are the same in a JSON document, also without control characters', async () => {
    const { stdout, json } = await list('--json');
    expect(JSON.stringify(json())).to.contain(JSON.stringify(hostile).slice(1, -1));
    expect(stdout).to.not.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  });

  it('are escaped in messages', async () => {
    for (const args of [['key', 'list', '--org', 'no\u001b[2Jbody'], ['no\u001b[2Jbody']]) {
      const { stderr } = await run(...args);
      expect(stderr).to.contain('no\\u001b[2Jbody').and.not.contain('\u001b');
    }
  });

  const takers: [what: string, ...args: string[]][] = [
    ['The name of an organization', 'org', 'create', 'NAME'],
    ['The domain of an organization', 'org', 'create', 'new', '--domain', 'NAME'],
    ['The plan of an organization', 'org', 'create', 'new', '--plan', 'NAME'],
    ['The name of an organization', 'sample', 'load', '--org', 'NAME'],
    ['The name of a cluster', 'agent-token', 'create', '--org', 'acme', '--cluster-name', 'NAME'],
    ['The name of a cluster', 'ingest', '-', '--org', 'acme', '--cluster-name', 'NAME'],
    ['The name of a cluster', 'cluster', 'rename', 'shop', 'NAME', '--org', 'acme'],
    ['The name of a key', 'key', 'create', '--org', 'acme', '--scope', 'all', '--name', 'NAME'],
  ];
  for (const [what, ...args] of takers) {
    it(`are rejected in one line: ${args.join(' ')}`, async () => {
      for (const [name, fault] of [
        ['shop\u001b[2J', 'has control characters; remove them'],
        ['shop\u202e', 'has invisible characters; remove them'],
      ] as const) {
        const { code, stdout, stderr } = await run(
          ...args.map((each) => (each === 'NAME' ? name : each)),
        );
        expect(stderr).to.equal(`costplane: ${what} ${fault}\n`);
        expect({ code, stdout }).to.eql({ code: 1, stdout: '' });
      }
    });
  }
});
