import { expect } from 'chai';
import { sql, type Kysely } from 'kysely';
import { Client } from 'pg';
import { openWarehouse, type Warehouse } from '../src/index.ts';
import { migrations } from '../src/migrations/index.ts';
import { createEmptyDatabase, type EmptyDatabase } from './empty-database.ts';

const measures = [
  'cpu_requested_core_seconds',
  'memory_requested_byte_seconds',
  'gpu_requested_seconds',
  'cpu_charged_core_seconds',
  'memory_charged_byte_seconds',
  'seconds',
];

describe('A ledger from before the data plane', () => {
  const dataPlane = migrations['0006-data-plane'];
  const earlier = Object.entries(migrations).filter(([name]) => name < '0006-data-plane');
  let database: EmptyDatabase;
  let db: Kysely<Warehouse>;
  before(async () => {
    database = await createEmptyDatabase();
    const login = new Client({ connectionString: database.url });
    await login.connect();
    await login.query('create schema costplane authorization costplane_owner');
    await login.end();
    db = openWarehouse(database.url, 'owner');
    for (const [, migration] of earlier) await migration.up(db);
  });
  after(async () => {
    await db.destroy();
    await database.drop();
  });

  it('keeps its rows, without quantities for repricing', async () => {
    await sql`select prepare_ledger_months('2026-07-01', '2026-07-31')`.execute(db);
    await sql`
      with organization as (
        insert into organizations (name) values ('test') returning id
      ), cluster as (
        insert into clusters (organization_id, name) select id, 'cluster' from organization
        returning organization_id, id
      ), container as (
        insert into container_days (organization_id, cluster_id, day, pod_uid, container_name,
          pod_name, workload_uid, description_id, ${sql.join(measures.map((name) => sql.id(name)))})
        select organization_id, id, '2026-07-15', gen_random_uuid(), 'main', 'web-1',
          gen_random_uuid(), 1, ${sql.join(measures.map(() => sql.lit(60)))}
        from cluster
      )
      insert into cluster_hours (organization_id, cluster_id, hour, seconds, covered,
        is_compute_partial, is_storage_partial)
      select organization_id, id, '2026-07-15T12:00Z', 60, '{}', false, false from cluster
    `.execute(db);

    await db.transaction().execute((tx) => dataPlane!.up(tx));

    const container = await db.selectFrom('container_days').selectAll().executeTakeFirstOrThrow();
    expect(container).to.include({ seconds: '60', priced_item_id: '0', node_uid: null });
    expect(container).to.include({ cpu_direct_share_seconds: null });
    const hour = await db.selectFrom('cluster_hours').selectAll().executeTakeFirstOrThrow();
    expect(hour).to.include({ seconds: '60', repriceable_seconds: '0' });
    // And goes on, in the same month with what is known from now on, and in the next.
    await sql`select prepare_ledger_months('2026-07-01', '2026-08-31')`.execute(db);
    await db
      .insertInto('container_days')
      .values([
        { ...container, priced_item_id: 1 },
        { ...container, day: '2026-08-01' },
      ])
      .execute();
    const { rows } = await sql`select priced_item_id from container_days`.execute(db);
    expect(rows).to.have.length(3);
  });
});
