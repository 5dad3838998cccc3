import { type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';
import { checkName } from '../check-name.ts';
import { CommandError } from '../command-error.ts';
import { withDatabase } from '../database/command-database.ts';
import { announceCredential } from '../database/homes.ts';
import { findOrganization } from '../database/find-organization.ts';
import { insertKey } from '../database/insert-key.ts';
import { requireWritable } from '../database/require-writable.ts';
import { printJson, printLines } from '../print.ts';
import { say } from '../say.ts';
import { readKnownScopes } from '../service/known-scopes.ts';

export interface CreateKeyOptions {
  org: string;
  scope: string[];
  cluster?: string[];
  /** False with `--no-clusters`. */
  clusters: boolean;
  name?: string;
  limit?: number;
  config?: string;
  json?: boolean;
}

/** Creates an API key and prints it once. */
export async function createKey(options: CreateKeyOptions): Promise<void> {
  if (options.name !== undefined) checkName('The name of a key', options.name);
  const scopes = chooseScopes(options.scope, await readKnownScopes(options));
  const created = await withDatabase(
    async (database) => {
      const db = database.as('owner');
      const organization = await findOrganization(db, options.org);
      const allowedClusterIds = await chooseClusters(db, organization, options);
      const { id, key } = await db.transaction().execute(async (tx) => {
        await requireWritable(tx, organization.id);
        const inserted = await insertKey(tx, {
          organizationId: organization.id,
          name: options.name,
          scopes,
          allowedClusterIds,
          requestsPerMinute: options.limit,
        });
        await announceCredential(database, organization.id, inserted.key);
        return inserted;
      });
      return { id, key, scopes, allowed_cluster_ids: allowedClusterIds };
    },
    { organization: options.org, configFile: options.config },
  );
  if (options.json) {
    printJson(created);
    return;
  }
  say(`Key ${created.id} for ${scopes.join(', ')}; shown only once:`);
  printLines(created.key);
}

function chooseScopes(asked: readonly string[], known: readonly string[]): string[] {
  const scopes = [...new Set(asked)];
  const unknown = scopes.filter((scope) => scope !== 'all' && !known.includes(scope));
  if (unknown.length === 0) return scopes.includes('all') ? [...known] : scopes;
  throw new CommandError(
    `No loaded plugin has the scope ${unknown.map((scope) => `"${scope}"`).join(' or ')}; ${suggestScopes(known)}`,
  );
}

const suggestScopes = (known: readonly string[]) =>
  known.length === 0
    ? 'no configured plugin has any scope'
    : `use one of ${known.join(', ')}, or all`;

async function chooseClusters(
  db: Kysely<Warehouse>,
  organization: { id: string; name: string },
  { cluster, clusters }: CreateKeyOptions,
): Promise<string[] | null> {
  if (!clusters) return [];
  if (cluster === undefined) return null;
  const asked = [...new Set(cluster.map((id) => id.toLowerCase()))];
  const known = await db
    .selectFrom('clusters')
    .select('id')
    .where('organization_id', '=', organization.id)
    .execute();
  const missing = asked.find((id) => !known.some((one) => one.id === id));
  if (missing === undefined) return asked;
  throw new CommandError(
    `The organization "${organization.name}" has no cluster ${missing}; list their ids ` +
      'with `costplane cluster list --org ORG`',
  );
}
