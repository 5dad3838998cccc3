import { anyOf } from '@costplane/plugin-api/listing';
import { type Kysely } from 'kysely';
import { type MetricsRows } from '../tables.ts';

/** Ids of the clusters of the organization that are visible, in order; `null`, all of them. */
export async function selectClusterIds(
  db: Kysely<MetricsRows>,
  organizationId: string,
  visible: readonly string[] | null,
): Promise<readonly string[]> {
  const all = db
    .selectFrom('clusters')
    .select('id')
    .where('organization_id', '=', organizationId)
    .orderBy('id');
  const rows = await (visible ? all.where('id', '=', anyOf(visible, 'uuid')) : all).execute();
  return rows.map(({ id }) => id);
}
