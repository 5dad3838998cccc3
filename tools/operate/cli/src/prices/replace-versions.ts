import { type Warehouse } from '@costplane/warehouse';
import { createHash } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import { type PriceScope } from './price-scope.ts';

/** A version of the prices of a scope, in effect from a time on. */
export interface NewVersion {
  scope: PriceScope;
  from: Date;
  /** Null: the scope has no book of its own. */
  source: string | null;
}

/** Prevents concurrent changes of price books until the end of the transaction. */
export async function lockVersions(tx: Transaction<Warehouse>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('price books', 0))`.execute(tx);
}

/** The database clock, in milliseconds, which dates everything but snapshots. */
export async function readClock(tx: Transaction<Warehouse>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`
    select date_trunc('milliseconds', clock_timestamp()) as now`.execute(tx);
  return rows[0]?.now ?? new Date();
}

/** Number of versions of this scope from a time on, without the one in effect then. */
export async function countLater(
  tx: Transaction<Warehouse>,
  { scope, from }: { scope: PriceScope; from: Date },
  heldId?: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from price_books
    where ${matchesScope(scope)} and superseded_at is null and valid_from >= ${from}
      and id is distinct from ${heldId ?? null}::bigint`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Supersedes the versions from this time on, which are kept in the table. Returns the new id. */
export async function replaceVersions(
  tx: Transaction<Warehouse>,
  { scope, from, source }: NewVersion,
): Promise<string> {
  await sql`
    update price_books set superseded_at = now()
    where ${matchesScope(scope)} and superseded_at is null and valid_from >= ${from}`.execute(tx);
  // Recorded costs still use the previous prices.
  await sql`
    update price_books set repriced_at = null
    where repriced_at is not null and (organization_id is null or ${matchesScope(scope)})`.execute(
    tx,
  );
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

/**
 * Marks the costs since the start of the book as computed with its prices, unless those of an
 * organization are not: one whose move is not complete is left out when all are repriced.
 */
export async function markRepriced(
  db: Kysely<Warehouse>,
  { scope, heldId, from }: { scope: PriceScope; heldId: string; from: Date },
): Promise<void> {
  await sql`
    update price_books set repriced_at = now()
    where ${matchesScope(scope)} and id = ${heldId}::bigint and valid_from >= ${from} and superseded_at is null
      and (organization_id is not null or not exists (
        select from organizations where is_home and not is_writable
      ))`.execute(db);
}

const matchesScope = (scope: PriceScope) =>
  sql<boolean>`organization_id is not distinct from ${scope?.id ?? null}::uuid`;
