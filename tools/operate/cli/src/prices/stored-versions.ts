import { parsePriceBook, type PriceBook, shippedPriceBook } from '@costplane/pricing';
import { type Warehouse } from '@costplane/warehouse';
import { type Kysely, sql } from 'kysely';
import { type PricedOrganization, type PriceScope } from './price-scope.ts';

/** What was set once. */
export interface PriceBookVersion {
  id: string;
  /** Null: it is for all organizations that have none of their own. */
  organization_id: string | null;
  valid_from: Date;
  created_at: Date;
  /** When another took its place; null: it counts. */
  superseded_at: Date | null;
  /** Whether it is no book: from then on the organization has that for all. */
  follows_all: boolean;
}

export interface HeldVersion extends PriceBookVersion {
  source: string;
  /** When what is accounted for since it holds was given its prices; null: it was not, or not all. */
  repriced_at: Date | null;
}

const columns = [
  ...(['id', 'organization_id', 'valid_from', 'created_at', 'superseded_at'] as const),
  sql<boolean>`source is null`.as('follows_all'),
] as const;

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

/** What was set for the organization alone and counts at a time; null: nothing. */
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

/** Whether any book was ever set, for all or for an organization. */
export const wasAnySet = async (db: Kysely<Warehouse>): Promise<boolean> =>
  (await db.selectFrom('price_books').select('id').limit(1).executeTakeFirst()) !== undefined;

/** The prices of what holds. */
export const parseBook = (version: { source: string } | null): PriceBook =>
  version ? parsePriceBook(version.source, { fileName: 'the price book' }) : shippedPriceBook();

/** For all organizations, or for this one. */
const isFor = (scope: PriceScope) =>
  sql<boolean>`(organization_id is null or organization_id = ${scope?.id ?? null}::uuid)`;
