import {
  bootTestApplication,
  type TestApplication,
  type TestResponse,
} from '@costplane/plugin-testing';
import { expect } from 'chai';

type Own = Readonly<Record<string, unknown>>;

export const gib = 2 ** 30;
export const now = '2026-07-15T19:33:00Z';
const seen = '2026-07-15T19:32:30Z';

export const allScopes = [
  'namespaces:read',
  'nodes:read',
  'node_groups:read',
  'overview:read',
  'costs:teams:read',
  'costs:departments:read',
];

/** The plugin alone, over an organization that tests fill. */
export interface OlderApplication {
  readonly app: TestApplication;
  readonly organization: string;
  /** A key of all scopes and all clusters. */
  readonly key: string;
  createKey(options?: {
    readonly scopes?: readonly string[];
    readonly clusters?: readonly string[] | null;
    readonly organization?: string;
    readonly requestsPerMinute?: number;
  }): Promise<string>;
  get(path: string, key?: string): Promise<TestResponse>;
  /** The body of an answer that must be 200; the path comes after the prefix. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into any body
  read(path: string, key?: string): Promise<any>;
  insert(table: string, row: Own): Promise<void>;
  /** Each inserts a row of the organization, and returns what names it. */
  cluster(name: string, own?: Own): Promise<string>;
  namespace(cluster: string, name: string, own?: Own): Promise<string>;
  workload(cluster: string, namespace: string, name: string, own?: Own): Promise<string>;
  node(cluster: string, name: string, own?: Own): Promise<string>;
  named(table: 'teams' | 'departments', name: string, own?: Own): Promise<string>;
  assign(
    team: string,
    cluster: string,
    entity: readonly ['workload' | 'namespace', identifier: string],
    weight?: string,
  ): Promise<void>;
  /** Deletes what tests have inserted. */
  clear(): Promise<void>;
}

export async function bootOlderApplication(
  prefix = '/legacy',
  { money = 'text', ...options }: { readonly redisUrl?: string; readonly money?: string } = {},
): Promise<OlderApplication> {
  const entry = new URL('../src/index.ts', import.meta.url);
  const app = await bootTestApplication({
    ...options,
    plugins: [{ entry, config: { prefix, money } }],
    clock: { now: () => new Date(now) },
  });
  await app.sql(`select prepare_ledger_months('2026-06-01', '2026-07-31')`);
  const organization = await app.createOrganization('acme', 'EUR');
  const createKey: OlderApplication['createKey'] = ({ clusters = null, ...options } = {}) =>
    app.createKey(options.organization ?? organization, {
      scopes: options.scopes ?? allScopes,
      allowedClusterIds: clusters,
      requestsPerMinute: options.requestsPerMinute ?? 1_000_000,
    });
  const key = await createKey();
  const insert = (table: string, row: Own) =>
    app.insert(table, { organization_id: organization, ...row });
  const insertWithId = async (table: string, id: string, row: Own) => {
    await insert(table, row);
    return (row.id ?? row.uid ?? id) as string;
  };
  const get: OlderApplication['get'] = (path, as = key) => app.get(`${prefix}${path}`, as);
  const uid = () => crypto.randomUUID();

  return {
    app,
    organization,
    key,
    createKey,
    get,
    insert,
    async read(path, as) {
      const { status, body, text } = await get(path, as);
      expect(status, text).to.equal(200);
      return body;
    },
    cluster: (name, own = {}) => insertWithId('clusters', '', { id: uid(), name, ...own }),
    async namespace(cluster, name, own = {}) {
      await insert('namespaces', { cluster_id: cluster, ...namespaceRow, id: uid(), name, ...own });
      return name;
    },
    workload: (cluster, namespace, name, own = {}) => {
      const row = { cluster_id: cluster, ...workloadRow, uid: uid(), namespace, name, ...own };
      return insertWithId('workloads', '', row);
    },
    node: (cluster, name, own = {}) =>
      insertWithId('nodes', '', { cluster_id: cluster, ...nodeRow, uid: uid(), name, ...own }),
    named: (table, name, own = {}) => insertWithId(table, '', { id: uid(), name, ...own }),
    assign: (team, cluster, [type, identifier], weight = '100') =>
      insert('team_assignments', {
        team_id: team,
        cluster_id: cluster,
        entity_type: type,
        entity_identifier: identifier,
        entity_name: identifier,
        entity_namespace: identifier,
        weight_percentage: weight,
        source: 'user_manual',
      }),
    async clear() {
      for (const table of ['clusters', 'teams', 'departments']) {
        await app.sql(`delete from ${table} where organization_id = $1`, [organization]);
      }
    },
  };
}

const times = { last_seen_at: seen, cost_updated_at: seen };

const namespaceRow = {
  ...times,
  cpu_requested_cores: '1.5',
  memory_requested_bytes: 3 * gib,
  workloads: 2,
  deployments: 2,
  statefulsets: 0,
  daemonsets: 0,
  jobs: 0,
  cronjobs: 0,
  pods: 4,
  running_pods: 3,
  containers: 5,
  persistent_volumes: 1,
  compute_cpu_hourly: '1',
  compute_ram_hourly: '0.5',
  compute_gpu_hourly: '0',
  storage_pv_hourly: '9',
};

const workloadRow = {
  ...times,
  kind: 'Deployment',
  cpu_limit_cores: '0',
  memory_limit_bytes: 0,
  cpu_requested_cores: '0.5',
  memory_requested_bytes: gib,
  replicas_desired: 3,
  replicas_available: 2,
  pods: 3,
  running_pods: 2,
  containers: 3,
  compute_cpu_hourly: '0.25',
  compute_ram_hourly: '0.25',
  compute_gpu_hourly: '0',
};

const nodeRow = {
  ...times,
  is_spot: false,
  is_ready: true,
  is_schedulable: true,
  cpu_total_cores: '4',
  cpu_allocatable_cores: '3.92',
  memory_total_bytes: 16 * gib,
  memory_allocatable_bytes: 15 * gib,
  gpu_total: 0,
  gpu_allocatable: 0,
  ephemeral_storage_total_bytes: 100 * gib,
  pods_allocatable: 110,
  compute_cpu_hourly: '0.75',
  compute_ram_hourly: '0.25',
  compute_gpu_hourly: '0',
  workloads_hourly: '0',
  on_demand_equivalent_hourly: '1',
  pricing_source: 'price_book',
};

/** What a row has whose price nobody knows. */
export const unpriced = {
  compute_cpu_hourly: null,
  compute_ram_hourly: null,
  compute_gpu_hourly: null,
};
