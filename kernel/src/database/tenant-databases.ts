import { Kysely, PostgresDialect } from 'kysely';
import { type Pool } from 'pg';
import { createTenantPool, type HoldingTime } from './tenant-pool.ts';

/** The warehouse as one organization sees it. */
export interface TenantDatabases {
  /**
   * Typed by the caller: the tables that its plugin declares. What is held when the time is up is
   * given up, and whatever runs on it.
   */
  of(organizationId: string, time: HoldingTime): Kysely<unknown>;
  /** Whether the organization has the cluster: all that the kernel knows of clusters. */
  hasCluster(organizationId: string, clusterId: string): Promise<boolean>;
}

interface ClusterIds {
  clusters: { organization_id: string; id: string };
}

/** A statement of the kernel itself ends by the time that any statement has. */
const statementTime: HoldingTime = { hasPassed: false, onPassed: () => () => undefined };

export function createTenantDatabases(pool: Pool): TenantDatabases {
  const of = <Rows>(organizationId: string, time: HoldingTime) =>
    new Kysely<Rows>({
      dialect: new PostgresDialect({ pool: createTenantPool(pool, organizationId, time) }),
    });
  return {
    of,
    async hasCluster(organizationId, clusterId) {
      const row = await of<ClusterIds>(organizationId, statementTime)
        .selectFrom('clusters')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('id', '=', clusterId)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
