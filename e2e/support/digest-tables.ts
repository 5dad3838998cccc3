import { expect } from 'chai';
import { type Database } from './database.ts';

/** A digest of what is in every table, partitions one by one. */
export async function digestTables(database: Database): Promise<Record<string, string>> {
  const tables = await database.sql<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'costplane'::regnamespace and relkind = 'r' order by 1`,
  );
  expect(tables.length).to.be.greaterThan(10);
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await database.sql<{ digest: string }>(
      `select md5(string_agg(md5(t::text), '' order by md5(t::text))) as digest from ${name} as t`,
    );
    digests[name] = row!.digest;
  }
  return digests;
}
