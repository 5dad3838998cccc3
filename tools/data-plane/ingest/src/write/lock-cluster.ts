import { MovingOrganizationError } from '@costplane/warehouse';
import { sql } from 'kysely';
import { type Scope } from './scope.ts';

/**
 * Waits until no other snapshot of the cluster is being applied and no assignment in it is being
 * changed (whose trigger takes the same lock). From here on, the transaction writes only to this
 * cluster, so that only the cluster's version changes.
 *
 * @throws {MovingOrganizationError} if the home of the organization is another database, or is
 * about to be
 */
export async function lockCluster({
  tx,
  organizationId,
  clusterId,
}: Pick<Scope, 'tx' | 'organizationId' | 'clusterId'>): Promise<void> {
  await lock(tx, clusterId);
  const target = `${organizationId}/${clusterId}`.toLowerCase();
  const { rows } = await sql<{ is_moving: boolean }>`
    select set_config('costplane.writes_to', ${target}, true), exists (
      select 1 from organizations
      where id = ${organizationId}::uuid and not (is_home and is_writable)
    ) as is_moving`.execute(tx);
  if (rows[0]?.is_moving === true) throw new MovingOrganizationError(organizationId);
}

/** The same for several clusters. */
export async function lockClusters(tx: Scope['tx'], clusterIds: readonly string[]): Promise<void> {
  for (const clusterId of clusterIds) await lock(tx, clusterId);
}

const lock = (tx: Scope['tx'], clusterId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`ingest ${clusterId}`}, 0))`.execute(tx);
