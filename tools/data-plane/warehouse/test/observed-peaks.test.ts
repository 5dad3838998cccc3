import { expect } from 'chai';
import { sql, type Kysely } from 'kysely';
import { Client } from 'pg';
import { openWarehouse, type Warehouse } from '../src/index.ts';
import { migrations } from '../src/migrations/index.ts';
import { createEmptyDatabase, type EmptyDatabase } from './empty-database.ts';

const name = '0009-observed-peaks';

describe('Recommendations of before the observed peaks', () => {
  let database: EmptyDatabase;
  let db: Kysely<Warehouse>;
  before(async () => {
    database = await createEmptyDatabase();
    const login = new Client({ connectionString: database.url });
    await login.connect();
    await login.query('create schema costplane authorization costplane_owner');
    await login.end();
    db = openWarehouse(database.url, 'owner');
    const earlier = Object.entries(migrations).filter(([each]) => each < name);
    for (const [, migration] of earlier) await migration.up(db);
  });
  after(async () => {
    await db.destroy();
    await database.drop();
  });

  it('are archived, with timestamps in seconds and six decimals', async () => {
    const snapshot = {
      window: {
        start_at: '2026-07-15T01:31:00.000Z',
        end_at: '2026-07-15T14:31:00.000Z',
        samples: 780,
      },
      containers: [
        {
          name: 'main',
          cpu: { p90: 0.1102656429, coefficient_of_variation: 2.5e-16, samples: 780 },
          memory: null,
          oom_kills_total: 1,
          oom_killed_at: { memory_request_bytes: 1024, memory_limit_bytes: null },
        },
      ],
      has_hpa: true,
    };
    await sql`
      with organization as (
        insert into organizations (name) values ('test') returning id
      ), cluster as (
        insert into clusters (organization_id, name) select id, 'cluster' from organization
        returning organization_id, id
      )
      insert into recommendations (organization_id, cluster_id, resource_type, resource_uid,
        resource_name, title, risk_level, estimated_savings_hourly, status, metrics_snapshot)
      select organization_id, id, 'Deployment', status, status, status, 'low', 1, status, shot::jsonb
      from cluster cross join (values
        ('pending', ${JSON.stringify(snapshot)}), ('dismissed', ${JSON.stringify(snapshot)}),
        ('applied', '{}')) as given (status, shot)`.execute(db);

    await db.transaction().execute((tx) => migrations[name]!.up(tx));

    const rows = await db
      .selectFrom('recommendations')
      .select(['resource_name', 'status', 'metrics_snapshot'])
      .orderBy('resource_name')
      .execute();
    const migrated = {
      window: { start_at: '2026-07-15T01:31:00Z', end_at: '2026-07-15T14:31:00Z', samples: 780 },
      containers: [
        {
          name: 'main',
          cpu: { p90: 0.110266, coefficient_of_variation: 0, samples: 780 },
          memory: null,
          oom_kills_total: 1,
          sizes_at_oom_kill: { memory_request_bytes: 1024, memory_limit_bytes: null },
        },
      ],
      has_hpa: true,
    };
    expect(rows).to.deep.equal([
      { resource_name: 'applied', status: 'applied', metrics_snapshot: {} },
      { resource_name: 'dismissed', status: 'dismissed', metrics_snapshot: migrated },
      { resource_name: 'pending', status: 'archived', metrics_snapshot: migrated },
    ]);
  });
});
