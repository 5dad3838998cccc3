import { Kysely, PostgresDialect } from 'kysely';
import { type Pool } from 'pg';
import { heldByKernel, type Holder } from './held-connections.ts';
import { createTenantPool } from './tenant-pool.ts';

/** The warehouse as one organization sees it. */
export interface TenantDatabases {
  /** Typed by the caller: the tables that its plugin declares. */
  of(organizationId: string, held: Holder): Kysely<unknown>;
  /** Whether the organization has the cluster: all that the kernel knows of clusters. */
  hasCluster(organizationId: string, clusterId: string): Promise<boolean>;
}

interface ClusterIds {
  clusters: { organization_id: string; id: string };
}

export function createTenantDatabases(pool: Pool): TenantDatabases {
  const of = <Rows>(organizationId: string, held: Holder) =>
    new Kysely<Rows>({
      dialect: new PostgresDialect({ pool: createTenantPool(pool, organizationId, held) }),
    });
  return {
    of,
    async hasCluster(organizationId, clusterId) {
      const row = await of<ClusterIds>(organizationId, heldByKernel)
        .selectFrom('clusters')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('id', '=', clusterId)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
