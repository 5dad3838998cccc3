import { MovingOrganizationError, type Warehouse } from '@costplane/warehouse';
import { sql, type Kysely, type Transaction } from 'kysely';

export interface ClusterReference {
  organizationId: string;
  clusterId: string;
}

export interface ClusterScope extends ClusterReference {
  tx: Transaction<Warehouse>;
}

/**
 * Runs a part of a run in one transaction. Concurrent runs for the same cluster take turns.
 *
 * @throws {MovingOrganizationError}
 */
export function inTurn<Result>(
  db: Kysely<Warehouse>,
  { organizationId, clusterId }: ClusterReference,
  work: (scope: ClusterScope) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`recommend ${clusterId}`}, 0))`.execute(
      tx,
    );
    const { rows } = await sql`
      select from organizations
      where id = ${organizationId}::uuid and is_home and is_writable`.execute(tx);
    if (rows.length === 0) throw new MovingOrganizationError(organizationId);
    return work({ tx, organizationId, clusterId });
  });
}
