import { lockClusterNames } from '@costplane/ingest';
import { type Warehouse } from '@costplane/warehouse';
import { type Kysely, type Transaction } from 'kysely';
import { checkReference } from '../check-name.ts';
import { CommandError } from '../command-error.ts';
import { withDatabase } from '../database/command-database.ts';
import { findCluster } from '../database/find-cluster.ts';
import { findOrganization } from '../database/find-organization.ts';
import { requireWritable } from '../database/require-writable.ts';
import { findBooksNaming } from '../prices/find-books-naming.ts';
import { lockVersions } from '../prices/replace-versions.ts';
import { printJson, printLines } from '../print.ts';

export interface RenameClusterOptions {
  org: string;
  json?: boolean;
}

/**
 * Renames a cluster. Its id, token, state and history stay; past days keep the name that the
 * cluster had then.
 */
export async function renameCluster(
  reference: string,
  name: string,
  { org, json }: RenameClusterOptions,
): Promise<void> {
  checkReference('The name of a cluster', name);
  const renamed = await withDatabase(
    (database) =>
      database
        .as('owner')
        .transaction()
        .execute((tx) => rename(tx, org, reference, name)),
    { organization: org },
  );
  if (json) printJson(renamed);
  else if (renamed.previous_name === name) {
    printLines(`No change: the cluster ${renamed.id} is already named ${name}`);
  } else {
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
  if (cluster.name === name) return { id: cluster.id, name, previous_name: name };
  await lockClusterNames(tx, organization.id);
  await refuseTaken(tx, organization, name);
  await lockVersions(tx);
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

/** The book would no longer apply to the cluster, or would start to. */
async function refusePriced(
  db: Kysely<Warehouse>,
  organization: { id: string; name: string; names: readonly string[] },
): Promise<void> {
  const [book] = await findBooksNaming(db, organization);
  if (!book) return;
  throw new CommandError(
    `The price book valid from ${book.valid_from.toISOString()} has prices for a cluster by the ` +
      `name "${book.cluster}", so renaming would change where they apply; replace the name by the ` +
      'id of the cluster, set the book again with `costplane price set`, then rename the cluster',
  );
}
