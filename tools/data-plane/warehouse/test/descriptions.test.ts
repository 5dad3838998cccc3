import { expect } from 'chai';
import { sql } from 'kysely';
import { openWarehouse, tableDescriptions } from '../src/index.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing.ts';

describe('The descriptions of the tables', () => {
  let database: TestDatabase;
  before(async () => (database = await createTestDatabase()));
  after(() => database.drop());

  it('cover exactly the existing tables', async () => {
    const db = openWarehouse(database.url, 'owner');
    try {
      const { rows } = await sql<{ name: string }>`
        select relname as name from pg_class
        where relnamespace = 'costplane'::regnamespace and relkind in ('r', 'p')
          and not relispartition and relname not like 'kysely%'`.execute(db);
      expect(Object.keys(tableDescriptions).sort()).to.deep.equal(
        rows.map(({ name }) => name).sort(),
      );
    } finally {
      await db.destroy();
    }
  });
});
