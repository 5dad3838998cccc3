import { findOrCreateCluster } from '@costplane/ingest';
import { agentToken, hashCredential } from '@costplane/kernel/credentials';
import { type Warehouse } from '@costplane/warehouse';
import { type Kysely, type Transaction } from 'kysely';
import { checkReference } from '../check-name.ts';
import { CommandError } from '../command-error.ts';
import { withDatabase } from '../database/command-database.ts';
import { announceCredential } from '../database/homes.ts';
import { findOrganization } from '../database/find-organization.ts';
import { requireWritable } from '../database/require-writable.ts';
import { printJson, printLines } from '../print.ts';
import { say } from '../say.ts';

export interface CreateAgentTokenOptions {
  org: string;
  clusterName: string;
  environment?: string;
  provider?: string;
  json?: boolean;
}

/** Creates the token of a cluster, and the cluster if it does not exist, and prints the token once. */
export async function createAgentToken(options: CreateAgentTokenOptions): Promise<void> {
  checkReference('The name of a cluster', options.clusterName);
  const created = await withDatabase(
    async (database) => {
      const db = database.as('owner');
      const { id: organizationId } = await findOrganization(db, options.org);
      return db.transaction().execute(async (tx) => {
        await requireWritable(tx, organizationId);
        const token = await create(tx, organizationId, options);
        await announceCredential(database, organizationId, token.token);
        return token;
      });
    },
    { organization: options.org },
  );
  if (options.json) {
    printJson(created);
    return;
  }
  say(`Agent token ${created.id} of cluster ${created.cluster_id}; shown only once:`);
  printLines(created.token);
}

async function create(
  tx: Transaction<Warehouse>,
  organizationId: string,
  { clusterName, environment, provider }: CreateAgentTokenOptions,
): Promise<{ id: string; token: string; cluster_id: string }> {
  const { id: clusterId, wasDisconnected } = await findOrCreateCluster(tx, {
    organizationId,
    name: clusterName,
    ...(environment === undefined ? {} : { environment }),
  });
  await refuseSecond(tx, clusterId, clusterName);
  if (wasDisconnected) say(`The cluster ${clusterName} was retired; its history continues`);
  if (provider !== undefined) {
    await tx
      .updateTable('clusters')
      .set({ provider })
      .where('id', '=', clusterId)
      .where('status', '=', 'pending')
      .execute();
  }
  const token = agentToken.mint();
  const { id } = await tx
    .insertInto('agent_tokens')
    .values({
      organization_id: organizationId,
      cluster_id: clusterId,
      token_hash: hashCredential(token),
      token_hint: agentToken.hint(token),
      revoked_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token, cluster_id: clusterId };
}

/** Two agents with tokens of the same cluster would overwrite each other's reports. */
async function refuseSecond(db: Kysely<Warehouse>, clusterId: string, name: string) {
  const live = await db
    .selectFrom('agent_tokens')
    .select('id')
    .where('cluster_id', '=', clusterId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!live) return;
  throw new CommandError(
    `The cluster "${name}" already has an agent token (${live.id}); revoke it first with \`costplane agent-token revoke ${live.id}\``,
  );
}
