import { type Warehouse } from '@costplane/warehouse';
import { sql, type Kysely, type Transaction } from 'kysely';

export interface ClusterReference {
  organizationId: string;
  clusterId: string;
}

export interface ClusterScope extends ClusterReference {
  tx: Transaction<Warehouse>;
}

/** Does a part of a run in one transaction. Two runs of one cluster take turns at these parts. */
export function inTurn<Result>(
  db: Kysely<Warehouse>,
  { organizationId, clusterId }: ClusterReference,
  work: (scope: ClusterScope) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`recommend ${clusterId}`}, 0))`.execute(
      tx,
    );
    return work({ tx, organizationId, clusterId });
  });
}
