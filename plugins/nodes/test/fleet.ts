import { bootTestApplication, type TestApplication } from '@costplane/plugin-testing';
import { nodeRow } from './node-rows.ts';

/** The plugin alone, over an organization with clusters and nodes. */
export interface Fleet {
  readonly app: TestApplication;
  readonly organization: string;
  /** A key of all clusters. */
  readonly key: string;
  /** A key of these clusters only. */
  createKey(allowedClusterIds: readonly string[] | null, organizationId?: string): Promise<string>;
  insertCluster(name: string, organizationId?: string): Promise<string>;
  /** Inserts a node and returns its uid. */
  insertNode(clusterId: string, own?: Record<string, unknown>): Promise<string>;
}

export async function bootFleet(): Promise<Fleet> {
  const app = await bootTestApplication({
    plugins: [new URL('../src/index.ts', import.meta.url)],
    clock: { now: () => new Date('2026-07-15T19:33:00Z') },
  });
  const organization = await app.createOrganization('acme', 'EUR');
  const createKey: Fleet['createKey'] = (allowedClusterIds, organizationId = organization) =>
    app.createKey(organizationId, {
      scopes: ['nodes:read'],
      allowedClusterIds,
      requestsPerMinute: 100_000,
    });
  return {
    app,
    organization,
    key: await createKey(null),
    createKey,
    async insertCluster(name, organizationId = organization) {
      const id = crypto.randomUUID();
      await app.insert('clusters', { organization_id: organizationId, id, name });
      return id;
    },
    async insertNode(clusterId, own = {}) {
      const row = nodeRow(own);
      await app.insert('nodes', { organization_id: organization, cluster_id: clusterId, ...row });
      return row.uid;
    },
  };
}
