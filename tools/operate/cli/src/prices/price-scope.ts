import { type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';
import { findOrganization } from '../database/find-organization.ts';

/** The organization of a price book; null: all organizations without a book of their own. */
export type PriceScope = PricedOrganization | null;

export interface PricedOrganization {
  id: string;
  name: string;
  currency: string;
}

/** @throws {CommandError} if there is no such organization */
export async function findPriceScope(
  db: Kysely<Warehouse>,
  reference: string | undefined,
): Promise<PriceScope> {
  return reference === undefined ? null : findPricedOrganization(db, reference);
}

/** @throws {CommandError} if there is no such organization */
export async function findPricedOrganization(
  db: Kysely<Warehouse>,
  reference: string,
): Promise<PricedOrganization> {
  const { id, name } = await findOrganization(db, reference);
  const { currency } = await db
    .selectFrom('organizations')
    .select('currency')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, name, currency };
}

export const describeScope = (scope: PriceScope) => scope?.name ?? 'all organizations';
