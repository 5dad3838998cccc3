import { isCurrency } from '@costplane/pricing';
import { type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';
import { randomUUID } from 'node:crypto';
import { checkName, checkReference } from '../check-name.ts';
import { CommandError } from '../command-error.ts';
import { withDatabase } from '../database/command-database.ts';
import {
  announceOrganization,
  defaultDatabase,
  findDatabase,
  inDirectory,
  readOtherDatabases,
} from '../database/homes.ts';
import { insertOrganization } from '../database/insert-organization.ts';
import { printJson, printLines } from '../print.ts';
import { say } from '../say.ts';

export interface CreateOrganizationOptions {
  domain?: string;
  plan?: string;
  currency?: string;
  database?: string;
  json?: boolean;
}

export async function createOrganization(
  name: string,
  { domain, plan, currency, database: home, json }: CreateOrganizationOptions,
): Promise<void> {
  checkReference('The name of an organization', name);
  if (domain !== undefined) checkName('The domain of an organization', domain);
  if (plan !== undefined) checkName('The plan of an organization', plan);
  if (currency !== undefined && !isCurrency(currency)) {
    throw new CommandError(
      `The currency "${currency}" does not exist; use an ISO 4217 code, such as USD`,
    );
  }
  const isElsewhere = home !== undefined && home !== defaultDatabase;
  const options = {
    home: isElsewhere ? findDatabase(await readOtherDatabases(), home) : undefined,
  };
  const organization = await withDatabase(async (database) => {
    const db = database.as('owner');
    if (isElsewhere) await refuseTaken(db, name);
    const find = (directory: Kysely<Warehouse>) => findAnnounced(directory, name, home);
    const findId = () => (isElsewhere ? inDirectory(find) : find(db));
    let id = await findId();
    // Comes first, because keys need an organization in the directory.
    if (isElsewhere && id === undefined) {
      await announceOrganization({ organization_id: randomUUID(), name, database: home });
      id = await findId();
    }
    const values = { id, name, domain, plan_type: plan, currency };
    const created = await insertOrganization(db, values).catch(async (error: unknown) => {
      await refuseTaken(db, name);
      throw error;
    });
    await warnOfPrices(db, created);
    return created;
  }, options);
  if (json) printJson(organization);
  else printLines(`Organization ${organization.name}: ${organization.id}`);
}

/** Costs are known only in the currency of the price book. */
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

/**
 * Names are unique across all databases, because commands find organizations by name.
 *
 * @returns the id that the directory has for this name, perhaps from a run that failed after that
 */
async function findAnnounced(
  db: Kysely<Warehouse>,
  name: string,
  database = defaultDatabase,
): Promise<string | undefined> {
  await refuseTaken(db, name);
  const home = await db
    .selectFrom('organization_homes')
    .select(['organization_id', 'database'])
    .where('name', '=', name)
    .executeTakeFirst();
  if (!home || home.database === database) return home?.organization_id;
  throw new CommandError(
    `The organization "${name}" already exists on ${home.database}; use it or choose another name`,
  );
}
