import { createTestDatabase, type TestDatabase } from '@costplane/warehouse/testing';
import { expect } from 'chai';
import { Client } from 'pg';
import { FrontendReader, type Statement } from '../src/frontend-reader.ts';
import { tapWire, type WireTap } from '../src/wire-tap.ts';

const startup = Buffer.from([0, 0, 0, 9, 0, 3, 0, 0, 0]);
const encryptionRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

const query = (text: string) => message('Q', Buffer.from(`${text}\0`));

describe('reading what a client sends to PostgreSQL', () => {
  for (const size of [1, 3, 1_000]) {
    it(`finds statements in pieces of ${size} bytes`, () => {
      const found: Statement[] = [];
      const reader = new FrontendReader((statement) => found.push(statement));
      const bytes = Buffer.concat([
        encryptionRequest,
        startup,
        query('select 1'),
        query('select 2'),
      ]);
      for (let at = 0; at < bytes.length; at += size) reader.read(bytes.subarray(at, at + size));
      expect(found.map(({ text }) => text)).to.eql(['select 1', 'select 2']);
    });
  }
});

describe('a tapped way to a database', () => {
  let database: TestDatabase;
  let tap: WireTap;

  before(async () => {
    database = await createTestDatabase();
    tap = await tapWire(database.url);
  });

  after(async () => {
    await tap.close();
    await database.drop();
  });

  it('notes statements with the values that were bound to them, and lets answers through', async () => {
    const client = new Client({ connectionString: tap.url });
    await client.connect();
    const answer = await client.query('select $1::text as a, $2::integer as b', [null, 7]);
    const named = { name: 'again', text: 'select $1::text as c' };
    await client.query({ ...named, values: ['x'] });
    await client.query({ ...named, values: ['y'] });
    await client.end();
    expect(answer.rows).to.eql([{ a: null, b: 7 }]);
    expect(tap.statements).to.eql([
      { text: 'select $1::text as a, $2::integer as b', values: [null, '7'] },
      { text: 'select $1::text as c', values: ['x'] },
      { text: 'select $1::text as c', values: ['y'] },
    ]);
    tap.forget();
    expect(tap.statements).to.eql([]);
  });
});
