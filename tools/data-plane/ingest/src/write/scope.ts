import { type Warehouse } from '@costplane/warehouse';
import { sql, type RawBuilder, type Transaction } from 'kysely';

/** The cluster and time of a snapshot that is being written. */
export interface Scope {
  tx: Transaction<Warehouse>;
  organizationId: string;
  clusterId: string;
  /** Time of the snapshot, ISO 8601. */
  takenAt: string;
}

/** Restricts a table, given by its alias, to the cluster. */
export function inCluster(
  { organizationId, clusterId }: Pick<Scope, 'organizationId' | 'clusterId'>,
  alias: string,
): RawBuilder<unknown> {
  const of = sql.id(alias);
  return sql`${of}.organization_id = ${organizationId}::uuid and ${of}.cluster_id = ${clusterId}::uuid`;
}

/** Joins a table to the cluster's row in another table by the primary key. */
export function sameCluster(alias: string, other: string): RawBuilder<unknown> {
  const [a, b] = [sql.id(alias), sql.id(other)];
  return sql`${a}.organization_id = ${b}.organization_id and ${a}.cluster_id = ${b}.cluster_id`;
}
