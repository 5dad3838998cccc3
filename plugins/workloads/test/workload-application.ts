import {
  bootTestApplication,
  type EndpointCase,
  listRefusals,
  type TestApplication,
} from '@costplane/plugin-testing';
import { expect } from 'chai';
import { assignmentRow, podRow, workloadRow } from './workload-rows.ts';

type Row = Record<string, unknown>;

export const alpha = '00000000-0000-4000-8000-00000000000a';
export const beta = '00000000-0000-4000-8000-00000000000b';

/** The plugin alone, over the rows of one organization; `key` may read all of them. */
export interface WorkloadApplication {
  readonly app: TestApplication;
  readonly organization: string;
  readonly key: string;
  readonly createKey: (allowedClusterIds: readonly string[] | null) => Promise<string>;
  /** Inserts a row of the organization. */
  readonly insert: (table: string, row: Row) => Promise<void>;
  /** Inserts a workload, of cluster `alpha` unless it says otherwise. */
  readonly insertWorkload: (own: Row) => Promise<{ readonly uid: string }>;
  readonly insertPod: (workloadUid: string, own: Row) => Promise<{ readonly uid: string }>;
  /** Inserts a team or a department, and returns its id. */
  readonly insertNamed: (table: 'teams' | 'departments', own: Row) => Promise<string>;
  readonly assign: (
    entity: readonly ['workload' | 'namespace', identifier: string],
    teamId: string,
    own?: Row,
  ) => Promise<void>;
  /** The body of an answer that must be 200. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into any body
  readonly read: (path: string, withKey?: string) => Promise<any>;
  /** The names of a list, in its order. */
  readonly names: (path: string, withKey?: string) => Promise<string[]>;
  readonly clear: () => Promise<void>;
}

export async function bootWorkloads(): Promise<WorkloadApplication> {
  const app = await bootTestApplication({ plugins: [new URL('../src/index.ts', import.meta.url)] });
  const organization = await app.createOrganization('acme');
  const createKey: WorkloadApplication['createKey'] = (allowedClusterIds) =>
    app.createKey(organization, {
      scopes: ['workloads:read'],
      allowedClusterIds,
      requestsPerMinute: 1_000_000,
    });
  const key = await createKey(null);
  const insert: WorkloadApplication['insert'] = (table, row) =>
    app.insert(table, { organization_id: organization, ...row });
  const read: WorkloadApplication['read'] = async (path, withKey = key) => {
    const { status, body } = await app.get(path, withKey);
    expect(status, JSON.stringify(body?.error)).to.equal(200);
    return body;
  };

  return {
    app,
    organization,
    key,
    createKey,
    insert,
    read,
    async insertWorkload(own) {
      const row = workloadRow({ cluster_id: alpha, ...own });
      await insert('workloads', row);
      return row;
    },
    async insertPod(workloadUid, own) {
      const row = podRow(workloadUid, { cluster_id: alpha, ...own });
      await insert('pods', row);
      return row;
    },
    async insertNamed(table, own) {
      const row = { id: crypto.randomUUID(), ...own };
      await insert(table, row);
      return row.id;
    },
    assign: ([type, identifier], teamId, own = {}) =>
      insert(
        'team_assignments',
        assignmentRow(type, identifier, { cluster_id: alpha, team_id: teamId, ...own }),
      ),
    async names(path, withKey) {
      const { data } = await read(path, withKey);
      return data.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
    },
    async clear() {
      for (const table of ['clusters', 'teams', 'departments']) {
        await app.sql(`delete from ${table}`);
      }
    },
  };
}

/** One test for every refusal of an endpoint. */
export function describeRefusals(
  application: () => WorkloadApplication,
  endpoint: EndpointCase,
  path: string,
): void {
  for (const { query, status, code, detail } of listRefusals(endpoint)) {
    it(`answers ${status} ${code} to ?${query.slice(0, 60)}`, async () => {
      const { app, key } = application();
      const { status: actual, body } = await app.get(`${path}?${query}`, key);
      expect(actual).to.equal(status);
      expect(body.error.code).to.equal(code);
      expect(body.error.details[0]).to.deep.include(detail);
    });
  }
}
