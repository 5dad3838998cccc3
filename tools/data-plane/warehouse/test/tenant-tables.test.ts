import { expect } from 'chai';
import { sql } from 'kysely';
import { openWarehouse } from '../src/index.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing.ts';

describe('Every tenant table', () => {
  let database: TestDatabase;
  before(async () => (database = await createTestDatabase()));
  after(() => database.drop());

  async function read<Row>(query: string): Promise<Row[]> {
    const db = openWarehouse(database.url, 'owner');
    try {
      return (await sql.raw<Row>(query).execute(db)).rows;
    } finally {
      await db.destroy();
    }
  }

  it('has row-level security, and a policy that confines the service', async () => {
    const tables = await read<{ name: string; is_secured: boolean; is_confined: boolean }>(`
      select c.relname as name, c.relrowsecurity as is_secured,
        not has_table_privilege('costplane_api', c.oid, 'select')
          or exists (select from pg_policies p where p.tablename = c.relname
            and p.schemaname = 'costplane' and 'costplane_api' = any (p.roles)
            and p.qual like '%costplane.organization_id%') as is_confined
      from pg_class c
      where c.relnamespace = 'costplane'::regnamespace and c.relkind in ('r', 'p')
        and c.relname not like 'kysely%' and c.relname <> 'settings'`);
    expect(tables).to.have.length(44);
    expect(tables.filter((table) => !table.is_secured || !table.is_confined)).to.deep.equal([]);
  });

  it('has keys and indexes that begin with the organization, except those that look it up', async () => {
    const indexes = await read<{ name: string }>(`
      select i.indexrelid::regclass::text as name
      from pg_index i
      join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where c.relnamespace = 'costplane'::regnamespace
        and c.relname not in ('organizations', 'settings')
        and c.relname not like 'kysely%' and a.attname <> 'organization_id'
      order by name`);
    expect(indexes.map(({ name }) => name)).to.deep.equal([
      'agent_tokens_by_hash',
      'api_keys_by_hash',
      'credential_homes_by_hash',
      'organization_homes_name_key',
    ]);
  });

  it('has a replica identity', async () => {
    const unnamed = await read<{ name: string }>(`
      select c.relname as name from pg_class c
      where c.relnamespace = 'costplane'::regnamespace and c.relkind in ('r', 'p')
        and c.relreplident <> 'f'
        and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`);
    expect(unnamed).to.deep.equal([]);
  });

  it('hides the migration tables and their lock from the service', async () => {
    const readable = await read<{ name: string }>(`
      select relname as name from pg_class
      where relnamespace = 'costplane'::regnamespace and relname like 'kysely%'
        and relkind = 'r' and has_table_privilege('costplane_api', oid, 'select')`);
    expect(readable).to.deep.equal([]);
  });
});
