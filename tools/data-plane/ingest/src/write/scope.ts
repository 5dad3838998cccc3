import { type Warehouse } from '@costplane/warehouse';
import { sql, type RawBuilder, type Transaction } from 'kysely';

/** Where and as of when a snapshot is written. */
export interface Scope {
  tx: Transaction<Warehouse>;
  organizationId: string;
  clusterId: string;
  /** The snapshot's own time, ISO 8601. */
  takenAt: string;
}

/** The rows of the cluster in the table of this alias. */
export function inCluster(
  { organizationId, clusterId }: Pick<Scope, 'organizationId' | 'clusterId'>,
  alias: string,
): RawBuilder<unknown> {
  const of = sql.id(alias);
  return sql`${of}.organization_id = ${organizationId}::uuid and ${of}.cluster_id = ${clusterId}::uuid`;
}

/** The rows that have the primary key of the cluster's row in another table. */
export function sameCluster(alias: string, other: string): RawBuilder<unknown> {
  const [a, b] = [sql.id(alias), sql.id(other)];
  return sql`${a}.organization_id = ${b}.organization_id and ${a}.cluster_id = ${b}.cluster_id`;
}
