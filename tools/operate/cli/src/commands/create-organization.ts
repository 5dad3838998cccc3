import { isCurrency } from '@costplane/pricing';
import { type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';
import { CommandError } from '../command-error.ts';
import { checkOrganizationName } from '../database/check-organization-name.ts';
import { withDatabase } from '../database/command-database.ts';
import { insertOrganization } from '../database/insert-organization.ts';
import { printJson, printLines } from '../print.ts';
import { say } from '../say.ts';

export interface CreateOrganizationOptions {
  domain?: string;
  plan?: string;
  currency?: string;
  json?: boolean;
}

export async function createOrganization(
  name: string,
  { domain, plan, currency, json }: CreateOrganizationOptions,
): Promise<void> {
  checkOrganizationName(name);
  if (currency !== undefined && !isCurrency(currency)) {
    throw new CommandError(
      `The currency "${currency}" does not exist; use an ISO 4217 code, such as USD`,
    );
  }
  const organization = await withDatabase(async (database) => {
    const db = database.as('owner');
    await refuseTaken(db, name);
    const created = await insertOrganization(db, { name, domain, plan_type: plan, currency });
    if (currency !== undefined) await warnOfPrices(db, created);
    return created;
  });
  if (json) printJson(organization);
  else printLines(`Organization ${organization.name}: ${organization.id}`);
}

/** What costs is known in the currency of the price book alone. */
async function warnOfPrices(
  db: Kysely<Warehouse>,
  { id, name, currency }: { id: string; name: string; currency: string },
): Promise<void> {
  const { priceBookAt } = await import('@costplane/ingest');
  const book = await priceBookAt(db, id, new Date());
  if (book.currency === currency) return;
  say(
    `The price book is in ${book.currency}: costs of ${name} are unknown until one in ${currency} is set with \`costplane price set\``,
  );
}

async function refuseTaken(db: Kysely<Warehouse>, name: string): Promise<void> {
  const taken = await db
    .selectFrom('organizations')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirst();
  if (!taken) return;
  throw new CommandError(
    `The organization "${name}" already exists (${taken.id}); use it or choose another name`,
  );
}
