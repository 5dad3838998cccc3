import { sql } from 'kysely';
import { type Scope } from './scope.ts';

/**
 * Waits until no other snapshot of the cluster is being taken and nobody changes assignments in it
 * (whose trigger takes the same lock).
 */
export async function lockCluster({
  tx,
  clusterId,
}: Pick<Scope, 'tx' | 'clusterId'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ingest ${clusterId}`}, 0))`.execute(
    tx,
  );
}
