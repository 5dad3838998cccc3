import type { Warehouse } from '@costplane/warehouse';
import type { Kysely } from 'kysely';
import { CommandError } from '../command-error.ts';
import { checkOrganizationName } from '../database/check-organization-name.ts';
import { withDatabase } from '../database/command-database.ts';
import { insertOrganization } from '../database/insert-organization.ts';
import { printJson, printLines } from '../print.ts';

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
  if (currency !== undefined && currency !== 'USD') {
    throw new CommandError(
      `The price list is in USD, so that costs in ${currency} are not known; leave --currency out`,
    );
  }
  const organization = await withDatabase(async (database) => {
    const db = database.as('owner');
    await refuseTaken(db, name);
    return insertOrganization(db, { name, domain, plan_type: plan });
  });
  if (json) printJson(organization);
  else printLines(`Organization ${organization.name}: ${organization.id}`);
}

async function refuseTaken(db: Kysely<Warehouse>, name: string): Promise<void> {
  const taken = await db
    .selectFrom('organizations')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirst();
  if (!taken) return;
  throw new CommandError(
    `There is an organization "${name}" already (${taken.id}); use it or choose another name`,
  );
}
