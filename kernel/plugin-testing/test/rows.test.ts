import { expect } from 'chai';
import { type EventEmitter } from 'node:events';
import { sql } from 'kysely';
import { type Logger } from '@costplane/plugin-api';
import { openPools, type Pools, RequestDatabases } from '@costplane/reader';
import { createTestDatabase, type TestDatabase } from '../src/test-database.ts';

const everyType = `
  select 7::int2 as small, -8::int4 as whole, 9007199254740991::int8 as large, true as yes, false as no,
    -0.00000000000000000001::numeric as exact, 'NaN'::float8 as real, null::numeric as unknown,
    '2026-07-15 19:32:00.5+00'::timestamptz as instant, '2026-07-15'::date as day,
    '6b1f7c1e-5f0e-4f0a-9d6c-3f1d2c4b5a69'::uuid as id, '' as nothing, 'Grüße, 日本 🚀' as text,
    array['a', 'ü', null] as texts, array[]::uuid[] as ids, '{"é": ["ß", 1.5, null]}'::jsonb as labels,
    null::text as absent, 'last' as "a ""quoted"" name"`;

/** Rows of any size, many of which begin in one piece of what the server sends and end in another. */
const manyRows = `
  select n, repeat('é', n % 701) as wide, repeat('x', n * 7 % 5003) as narrow
  from generate_series(1, 3000) as n`;

describe('rows read by the service', () => {
  let database: TestDatabase;
  let pools: Pools;
  let databases: RequestDatabases;
  let descriptions = 0;
  before(async () => {
    database = await createTestDatabase();
    const sizes = { poolSize: 1, ledgerPoolSize: 1, ledgerTimeoutSeconds: 60, exportPoolSize: 1 };
    const limits = {
      queueLength: 1,
      queueSeconds: 1,
      historyQueriesPerOrganization: 1,
      exportsPerOrganization: 1,
    };
    const log = { warn: () => undefined } as unknown as Logger;
    pools = openPools({ databaseUrl: database.url, log }, sizes, limits);
    pools.state.pool.on('connect', (client) => {
      const { connection } = client as unknown as { connection: EventEmitter };
      connection.on('rowDescription', () => (descriptions += 1));
    });
    databases = new RequestDatabases(
      pools,
      { organizationId: crypto.randomUUID(), keyId: '' },
      () => undefined,
    );
  });
  after(async () => {
    databases.close();
    await Promise.all(Object.values(pools).map(({ pool }) => pool.end()));
    await database.drop();
  });

  const read = async (text: string) => {
    const { rows } = await sql.raw(text).execute(databases.state);
    return rows;
  };
  /** Not prepared, and read by the driver. */
  const readByDriver = async (text: string) => (await pools.state.pool.query<object>(text)).rows;

  for (const [what, text] of [
    ['of every type', everyType],
    ['of any size', manyRows],
    ['of a result without any', 'select 1 as one where false'],
  ] as const) {
    it(`equal those of the driver, on every read: ${what}`, async () => {
      const expected = await readByDriver(text);
      for (let reading = 0; reading < 3; reading += 1) {
        expect(await read(text)).to.deep.equal(expected);
      }
    });
  }

  it('are described by the server once per prepared statement', async () => {
    const before = descriptions;
    for (let reading = 0; reading < 3; reading += 1) await read(`${everyType}, 1 as once`);
    expect(descriptions - before).to.equal(1);
  });

  it('are read after a statement of the same connection has failed', async () => {
    const text = `select 1 / (case when now() > '-infinity' then 0 end) as quotient`;
    for (let reading = 0; reading < 2; reading += 1) {
      const failure = await read(text).catch((error: unknown) => error);
      expect(failure).to.be.an('error');
      expect(await read('select 1 as one')).to.deep.equal([{ one: 1 }]);
    }
  });
});
