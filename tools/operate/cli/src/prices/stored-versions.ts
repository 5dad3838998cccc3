import { parsePriceBook, type PriceBook, shippedPriceBook } from '@costplane/pricing';
import { type Warehouse } from '@costplane/warehouse';
import { type Kysely, sql } from 'kysely';
import { type PricedOrganization, type PriceScope } from './price-scope.ts';

/** A version that was set. */
export interface PriceBookVersion {
  id: string;
  /** Null: for all organizations without a book of their own. */
  organization_id: string | null;
  valid_from: Date;
  created_at: Date;
  /** Time at which another version replaced it; null: not superseded. */
  superseded_at: Date | null;
  /** Whether this version has no book: the organization then uses the book for all organizations. */
  follows_all: boolean;
  /** Time at which recorded costs since its start were recomputed; null: not, or not all of them. */
  repriced_at: Date | null;
}

export interface HeldVersion extends PriceBookVersion {
  source: string;
}

const columns = [
  ...([
    'id',
    'organization_id',
    'valid_from',
    'created_at',
    'superseded_at',
    'repriced_at',
  ] as const),
  sql<boolean>`source is null`.as('follows_all'),
] as const;

/** All versions for an organization and for all organizations, latest first. */
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

/** The version in effect at a time; null: the built-in book. */
export async function findVersion(
  db: Kysely<Warehouse>,
  scope: PriceScope,
  at: Date,
): Promise<HeldVersion | null> {
  const { rows } = await sql<HeldVersion>`
    select * from (
      select distinct on (organization_id) id, organization_id, valid_from, created_at,
        superseded_at, false as follows_all, source, repriced_at
      from price_books
      where superseded_at is null and valid_from <= ${at} and ${isFor(scope)}
      order by organization_id, valid_from desc
    ) as latest
    where source is not null
    order by organization_id nulls last
    limit 1`.execute(db);
  return rows[0] ?? null;
}

/** The organization's own version in effect at a time; null: none. */
export async function findOwnVersion(
  db: Kysely<Warehouse>,
  { id }: PricedOrganization,
  at: Date,
): Promise<PriceBookVersion | null> {
  const found = await db
    .selectFrom('price_books')
    .select(columns)
    .where('organization_id', '=', id)
    .where('superseded_at', 'is', null)
    .where('valid_from', '<=', at)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

/** The prices of the version in effect. */
export const parseBook = (version: { source: string } | null): PriceBook =>
  version ? parsePriceBook(version.source, { fileName: 'the price book' }) : shippedPriceBook();

/** For all organizations, or for this one. */
const isFor = (scope: PriceScope) =>
  sql<boolean>`(organization_id is null or organization_id = ${scope?.id ?? null}::uuid)`;
