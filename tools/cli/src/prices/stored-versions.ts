import type { Warehouse } from '@costplane/warehouse';
import { type Kysely, sql } from 'kysely';
import type { PriceScope } from './price-scope.ts';

/** A price book as it was set once. */
export interface PriceBookVersion {
  id: string;
  /** Null: it is for all organizations that have none of their own. */
  organization_id: string | null;
  valid_from: Date;
  created_at: Date;
  /** When another took its place; null: it counts. */
  superseded_at: Date | null;
}

const columns = ['id', 'organization_id', 'valid_from', 'created_at', 'superseded_at'] as const;

/** All that were ever set for an organization and for all, the latest first. */
export async function listVersions(
  db: Kysely<Warehouse>,
  scope: PriceScope,
): Promise<PriceBookVersion[]> {
  return db
    .selectFrom('price_books')
    .select(columns)
    .where(isFor(scope))
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** What holds at a time; null: the book that Costplane comes with. */
export async function findVersion(
  db: Kysely<Warehouse>,
  scope: PriceScope,
  at: Date,
): Promise<(PriceBookVersion & { source: string }) | null> {
  const found = await db
    .selectFrom('price_books')
    .select([...columns, 'source'])
    .where('superseded_at', 'is', null)
    .where('valid_from', '<=', at)
    .where(isFor(scope))
    .orderBy(sql`organization_id nulls last`)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

/** For all organizations, or for this one. */
const isFor = (scope: PriceScope) =>
  sql<boolean>`(organization_id is null or organization_id = ${scope?.id ?? null}::uuid)`;
