import { type Warehouse } from '@costplane/warehouse';
import { createHash } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import { type PriceScope } from './price-scope.ts';

/** What is to hold for a scope from a time on. */
export interface NewVersion {
  scope: PriceScope;
  from: Date;
  /** Null: nothing of its own. */
  source: string | null;
}

/** Until the end of the transaction nobody else changes which book holds when. */
export async function lockVersions(tx: Transaction<Warehouse>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('price books', 0))`.execute(tx);
}

/** Of the database, by which snapshots are not dated but everything else is; in milliseconds. */
export async function readClock(tx: Transaction<Warehouse>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`
    select date_trunc('milliseconds', clock_timestamp()) as now`.execute(tx);
  return rows[0]?.now ?? new Date();
}

/** Versions of this scope from a time on, but for the one that holds then. */
export async function countLater(
  tx: Transaction<Warehouse>,
  { scope, from }: { scope: PriceScope; from: Date },
  heldId?: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from price_books
    where ${ofScope(scope)} and superseded_at is null and valid_from >= ${from}
      and id is distinct from ${heldId ?? null}::bigint`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** What was set for this time or a later one no longer counts, but is kept. Gives the new id. */
export async function replaceVersions(
  tx: Transaction<Warehouse>,
  { scope, from, source }: NewVersion,
): Promise<string> {
  await sql`
    update price_books set superseded_at = now()
    where ${ofScope(scope)} and superseded_at is null and valid_from >= ${from}`.execute(tx);
  // What is accounted for has the prices of before this change.
  await sql`
    update price_books set repriced_at = null
    where repriced_at is not null and (organization_id is null or ${ofScope(scope)})`.execute(tx);
  const { id } = await tx
    .insertInto('price_books')
    .values({
      organization_id: scope?.id ?? null,
      valid_from: from,
      superseded_at: null,
      source,
      digest: source === null ? null : createHash('sha256').update(source).digest(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Remembers that what is accounted for since the book holds has its prices. */
export async function markRepriced(
  db: Kysely<Warehouse>,
  { heldId, from }: { heldId: string; from: Date },
): Promise<void> {
  await sql`
    update price_books set repriced_at = now()
    where id = ${heldId}::bigint and valid_from >= ${from} and superseded_at is null`.execute(db);
}

const ofScope = (scope: PriceScope) =>
  sql<boolean>`organization_id is not distinct from ${scope?.id ?? null}::uuid`;
