import { lockClusterNames } from '@costplane/ingest';
import { type Warehouse } from '@costplane/warehouse';
import { type Kysely, type Transaction } from 'kysely';
import { checkName } from '../check-name.ts';
import { CommandError } from '../command-error.ts';
import { withDatabase } from '../database/command-database.ts';
import { findCluster } from '../database/find-cluster.ts';
import { findOrganization } from '../database/find-organization.ts';
import { requireWritable } from '../database/require-writable.ts';
import { findBooksNaming } from '../prices/find-books-naming.ts';
import { printJson, printLines } from '../print.ts';
import { isUuid } from '../uuid.ts';

export interface RenameClusterOptions {
  org: string;
  json?: boolean;
}

/**
 * Gives a cluster another name. Its id, token, state and history stay: past days are shown under the
 * name that the cluster had.
 */
export async function renameCluster(
  reference: string,
  name: string,
  { org, json }: RenameClusterOptions,
): Promise<void> {
  checkName('The name of a cluster', name);
  // Commands take an id or a name: it would be taken for the id of a cluster.
  if (isUuid(name)) throw new CommandError('The name of a cluster cannot be a UUID');
  const renamed = await withDatabase(
    (database) =>
      database
        .as('owner')
        .transaction()
        .execute((tx) => rename(tx, org, reference, name)),
    { organization: org },
  );
  if (json) printJson(renamed);
  else {
    printLines(
      `Renamed cluster ${renamed.previous_name} to ${name} (${renamed.id}); \`ingest --cluster-name\` needs the new name from now on`,
    );
  }
}

async function rename(
  tx: Transaction<Warehouse>,
  org: string,
  reference: string,
  name: string,
): Promise<{ id: string; name: string; previous_name: string }> {
  const organization = await findOrganization(tx, org);
  await requireWritable(tx, organization.id);
  const cluster = await findCluster(tx, organization, reference);
  if (cluster.name === name) throw new CommandError(`The cluster is already named "${name}"`);
  await lockClusterNames(tx, organization.id);
  await refuseTaken(tx, organization, name);
  await refusePriced(tx, { ...organization, names: [cluster.name, name] });
  await tx.updateTable('clusters').set({ name }).where('id', '=', cluster.id).execute();
  return { id: cluster.id, name, previous_name: cluster.name };
}

async function refuseTaken(
  db: Kysely<Warehouse>,
  organization: { id: string; name: string },
  name: string,
): Promise<void> {
  const taken = await db
    .selectFrom('clusters')
    .select('id')
    .where('organization_id', '=', organization.id)
    .where('name', '=', name)
    .executeTakeFirst();
  if (!taken) return;
  throw new CommandError(
    `${organization.name} already has a cluster "${name}" (${taken.id}); choose another name`,
  );
}

/** A book that names the cluster would no longer be for it, or would begin to be. */
async function refusePriced(
  db: Kysely<Warehouse>,
  organization: { id: string; name: string; names: readonly string[] },
): Promise<void> {
  const [book] = await findBooksNaming(db, organization);
  if (!book) return;
  throw new CommandError(
    `The price book valid from ${book.valid_from.toISOString()} has prices of a cluster "${book.cluster}" under that name, which renaming would change; use the id of the cluster there, set the book again with \`costplane price set\`, then rename the cluster`,
  );
}
