import { Kysely, PostgresDialect } from 'kysely';
import { type Pool } from 'pg';
import { createTenantPool } from './tenant-pool.ts';

const maxRemembered = 1_000;

/** The warehouse as one organization sees it. */
export interface TenantDatabases {
  /** Typed by the caller: the tables that its plugin declares. */
  of(organizationId: string): Kysely<unknown>;
  /** Whether the organization has the cluster: all that the kernel knows of clusters. */
  hasCluster(organizationId: string, clusterId: string): Promise<boolean>;
}

interface ClusterIds {
  clusters: { organization_id: string; id: string };
}

export function createTenantDatabases(pool: Pool): TenantDatabases {
  const databases = new Map<string, Kysely<unknown>>();

  const of = (organizationId: string): Kysely<unknown> => {
    const known = databases.get(organizationId);
    if (known) return known;
    if (databases.size >= maxRemembered) databases.clear();
    const dialect = new PostgresDialect({ pool: createTenantPool(pool, organizationId) });
    const database = new Kysely<unknown>({ dialect });
    databases.set(organizationId, database);
    return database;
  };

  return {
    of,
    async hasCluster(organizationId, clusterId) {
      const row = await (of(organizationId) as Kysely<ClusterIds>)
        .selectFrom('clusters')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('id', '=', clusterId)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
