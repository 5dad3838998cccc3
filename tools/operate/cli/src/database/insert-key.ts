import { apiKey, hashCredential } from '@costplane/kernel/credentials';
import { type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';

export interface NewKey {
  readonly organizationId: string;
  readonly name?: string | undefined;
  readonly scopes: readonly string[];
  /** Null means all clusters, including future ones. */
  readonly allowedClusterIds: readonly string[] | null;
  readonly requestsPerMinute?: number | undefined;
}

/** Creates an API key. Only its hash is stored, so the return value is the only copy. */
export async function insertKey(
  db: Kysely<Warehouse>,
  { organizationId, name, scopes, allowedClusterIds, requestsPerMinute }: NewKey,
): Promise<{ id: string; key: string }> {
  const key = apiKey.mint();
  const { id } = await db
    .insertInto('api_keys')
    .values({
      organization_id: organizationId,
      name,
      key_hash: hashCredential(key),
      key_hint: apiKey.hint(key),
      scopes: [...scopes],
      allowed_cluster_ids: allowedClusterIds && [...allowedClusterIds],
      requests_per_minute: requestsPerMinute ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, key };
}
