import { openWarehouse, type Warehouse } from '@costplane/warehouse';
import { createTestDatabase, type TestDatabase } from '@costplane/warehouse/testing';
import { expect } from 'chai';
import { type Kysely } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireWritable } from '../src/database/require-writable.ts';

const id = '10000000-0000-4000-8000-000000000001';

describe('requireWritable', () => {
  let database: TestDatabase;
  let db: Kysely<Warehouse>;
  before(async () => {
    database = await createTestDatabase();
    db = openWarehouse(database.url, 'owner');
    await db.insertInto('organizations').values({ id, name: 'acme' }).execute();
  });
  after(async () => {
    await db.destroy();
    await database.drop();
  });

  it('lets two transactions update the organization at the same time without a deadlock', async () => {
    const suspend = () =>
      db.transaction().execute(async (tx) => {
        await requireWritable(tx, id);
        await sleep(200);
        await tx.updateTable('organizations').set({ is_active: false }).execute();
      });
    const outcomes = await Promise.allSettled([suspend(), suspend()]);
    expect(outcomes.map(({ status }) => status)).to.eql(['fulfilled', 'fulfilled']);
  });
});
