import { disconnectCluster, retryDeadlocked } from '@costplane/ingest';
import { type Warehouse } from '@costplane/warehouse';
import { sql, type Transaction } from 'kysely';
import { confirm } from '../confirm.ts';
import { withDatabase } from '../database/command-database.ts';
import { findCluster } from '../database/find-cluster.ts';
import { findOrganization } from '../database/find-organization.ts';
import { removePendingCluster } from '../database/remove-pending-cluster.ts';
import { requireWritable } from '../database/require-writable.ts';
import { printJson, printLines } from '../print.ts';
import { type Json, type Yes } from '../program/options.ts';

/** Retires a cluster that does not exist any more; one that has never reported is deleted. */
export async function retireCluster(
  reference: string,
  { org, yes, json }: Yes & Json & { org: string },
): Promise<void> {
  const retired = await withDatabase(
    async (database) => {
      const db = database.as('owner');
      const organization = await findOrganization(db, org);
      const { id, name } = await findCluster(db, organization, reference);
      await confirm(
        `This retires the cluster ${name}: its agent is refused, and only its history stays`,
        { yes },
      );
      const status = await retryDeadlocked(() =>
        db.transaction().execute((tx) => retire(tx, organization.id, id)),
      );
      return { id, name, status };
    },
    { organization: org },
  );
  const { id, name, status } = retired;
  if (json) printJson(retired);
  else if (status === 'deleted') printLines(`Deleted cluster ${name} (${id}): it never reported`);
  else {
    printLines(`Retired cluster ${name} (${id}): its reports are refused, and its history stays`);
  }
}

async function retire(
  tx: Transaction<Warehouse>,
  organizationId: string,
  clusterId: string,
): Promise<'deleted' | 'disconnected'> {
  await requireWritable(tx, organizationId);
  await tx
    .updateTable('agent_tokens')
    .set({ revoked_at: sql`least(revoked_at, now())` })
    .where('organization_id', '=', organizationId)
    .where('cluster_id', '=', clusterId)
    .execute();
  if (await removePendingCluster(tx, clusterId)) return 'deleted';
  await disconnectCluster(tx, { organizationId, clusterId });
  return 'disconnected';
}
