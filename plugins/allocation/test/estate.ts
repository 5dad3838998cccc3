import { bootTestApplication, type TestApplication } from '@costplane/plugin-testing';
import { expect } from 'chai';
import { namespaceRow, volumeRow, workloadRow } from './allocation-rows.ts';

type Own = Record<string, unknown>;
type Entity = readonly ['workload' | 'namespace', identifier: string];

/** The plugin alone, over what one organization runs and who pays for it. */
export interface Estate {
  readonly app: TestApplication;
  readonly organization: string;
  /** A key of all clusters. */
  readonly key: string;
  createKey(allowedClusterIds: readonly string[] | null, organizationId?: string): Promise<string>;
  /** Each inserts a row of the organization, and returns what names it. */
  cluster(name: string, organizationId?: string): Promise<string>;
  namespace(cluster: string, name: string, own?: Own): Promise<string>;
  workload(cluster: string, namespace: string, own?: Own): Promise<string>;
  volume(cluster: string, own: Own): Promise<void>;
  department(name: string, own?: Own): Promise<string>;
  team(name: string, own?: Own): Promise<string>;
  /** Assigns an entity; what it names must be there before. */
  assign(team: string, cluster: string, entity: Entity, own?: Own): Promise<string>;
  /** The body of an answer that must be 200. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into any body
  read(path: string, key?: string): Promise<any>;
  /** The names of a list, in its order. */
  names(path: string, key?: string): Promise<string[]>;
  clear(): Promise<void>;
}

export async function bootEstate(): Promise<Estate> {
  const app = await bootTestApplication({ plugins: [new URL('../src/index.ts', import.meta.url)] });
  const organization = await app.createOrganization('acme', 'EUR');
  const createKey: Estate['createKey'] = (allowedClusterIds, organizationId = organization) =>
    app.createKey(organizationId, {
      scopes: ['teams:read', 'departments:read'],
      allowedClusterIds,
      requestsPerMinute: 1_000_000,
    });
  const key = await createKey(null);
  const insert = (table: string, row: Own) =>
    app.insert(table, { organization_id: organization, ...row });
  const insertNamed = async (table: string, row: Own) => {
    const id = crypto.randomUUID();
    await insert(table, { id, ...row });
    return (row.id as string | undefined) ?? id;
  };
  const read: Estate['read'] = async (path, as = key) => {
    const { status, body } = await app.get(path, as);
    expect(status, JSON.stringify(body?.error)).to.equal(200);
    return body;
  };

  return {
    app,
    organization,
    key,
    createKey,
    read,
    cluster: (name, organizationId = organization) =>
      insertNamed('clusters', { name, organization_id: organizationId }),
    async namespace(cluster, name, own = {}) {
      await insert('namespaces', { cluster_id: cluster, ...namespaceRow(name, own) });
      return name;
    },
    async workload(cluster, namespace, own = {}) {
      const row = workloadRow(namespace, own);
      await insert('workloads', { cluster_id: cluster, ...row });
      return row.uid;
    },
    volume: (cluster, own) =>
      insert('persistent_volumes', { cluster_id: cluster, ...volumeRow(own) }),
    department: (name, own = {}) => insertNamed('departments', { name, ...own }),
    team: (name, own = {}) => insertNamed('teams', { name, ...own }),
    assign: (team, cluster, [type, identifier], own = {}) =>
      insertNamed('team_assignments', {
        team_id: team,
        cluster_id: cluster,
        entity_type: type,
        entity_identifier: identifier,
        entity_name: identifier,
        entity_namespace: type === 'namespace' ? identifier : 'unknown',
        weight_percentage: '100',
        source: 'user_manual',
        ...own,
      }),
    async names(path, as) {
      const { data } = await read(path, as);
      return data.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
    },
    async clear() {
      for (const table of ['departments', 'teams', 'clusters'])
        await app.sql(`delete from ${table}`);
    },
  };
}

/** An id that sorts by its index. */
export const toUuid = (index: number) =>
  `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
