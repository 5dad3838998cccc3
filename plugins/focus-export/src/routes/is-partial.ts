import { anyOf } from '@costplane/plugin-api/listing';
import { type Kysely } from 'kysely';
import { type Owner } from '../metadata/identity.ts';
import { selectLeftOutClusters } from '../queries/select-left-out-clusters.ts';
import { type ExportRows } from '../tables.ts';

/** Whether the allow-list excludes a requested cluster of the organization. */
export async function isPartial(
  db: Kysely<ExportRows>,
  { organizationId, allowedClusters }: Owner,
  requested: readonly string[] | undefined,
): Promise<boolean> {
  if (allowedClusters === null) return false;
  const leftOut = selectLeftOutClusters(db, organizationId, allowedClusters).limit(1);
  const asked =
    requested === undefined ? leftOut : leftOut.where('id', '=', anyOf(requested, 'uuid'));
  return (await asked.executeTakeFirst()) !== undefined;
}
