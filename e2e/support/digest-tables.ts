import { expect } from 'chai';
import { type Database } from './database.ts';

/** A digest of what is in every table, partitions one by one. */
export async function digestTables(
  database: Pick<Database, 'sql'>,
): Promise<Record<string, string>> {
  const tables = await database.sql<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'costplane'::regnamespace and relkind = 'r'`,
  );
  expect(tables.length).to.be.greaterThan(10);
  const queries = tables.map(
    ({ name }) => `select '${name}' as name,
      md5(string_agg(md5(t::text), '' order by md5(t::text))) as digest from ${name} as t`,
  );
  const rows = await database.sql<{ name: string; digest: string }>(queries.join(' union all '));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
