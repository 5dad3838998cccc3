import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client } from './client.ts';
import { costplaneJson } from './costplane.ts';
import { createDatabase, type Database } from './database.ts';
import { serveWith } from './editions/serve-with.ts';
import { pluginsOfEdition } from './editions/write-config.ts';
import { temporaryFolder } from './folder.ts';
import { copyKey } from './mint-key.ts';
import {
  type ClusterPlan,
  nodeUid,
  makeSnapshot,
  toUuid,
  workloadUid,
  type WorkloadPlan,
} from './snapshot.ts';

/** A value for every path parameter of any plugin, by its name. */
export type PathValues = Readonly<Record<string, string>>;

/** A cluster, and something in it (or assigned in it) for every path. */
export interface TenantCluster {
  readonly id: string;
  readonly paths: PathValues;
}

export interface KeyOptions {
  readonly scopes?: readonly string[];
  /** Without it, every cluster. */
  readonly clusters?: readonly string[];
}

/**
 * A service with every plugin and two organizations: `acme` has the clusters `north` and `south`, which are alike,
 * and `rival` has `west`, whose nodes are larger, so that no sum of one organization is one of the
 * other. Every list has rows of each, and each has a history of two minutes up to now. A workload
 * and a node have the same uid in all three, as after a restore from a backup.
 */
export interface Tenants {
  readonly client: Client;
  readonly url: string;
  readonly database: Database;
  readonly north: TenantCluster;
  readonly south: TenantCluster;
  readonly west: TenantCluster;
  /** What is in more than one cluster, by the names of its path parameters. */
  readonly restored: PathValues;
  createKey(organization: 'acme' | 'rival', options?: KeyOptions): Promise<string>;
  stop(): Promise<void>;
}

export const restored = { workload_uid: toUuid('restored'), node_uid: toUuid('restored node') };
/** The name of a node group and of a namespace, with all that a path could trip over. */
export const oddName = 'pool:a,b/c d%e?f#g+h&i"\'\\ é';
const historySeconds = 120;

export async function startTenants(): Promise<Tenants> {
  const database = await createDatabase();
  await database.sql(`insert into organizations (name) values ('acme'), ('rival')`);
  const at = Date.now();
  const clusters = {
    north: await addCluster(database, { organization: 'acme', name: 'north', at }),
    south: await addCluster(database, { organization: 'acme', name: 'south', at }),
    west: await addCluster(database, { organization: 'rival', name: 'west', at }),
  };
  const served = await serveWith(await pluginsOfEdition('enterprise'), database);
  const key = await createKey(served.environment, 'acme');
  return {
    client: served.client,
    url: served.service.url,
    database,
    ...clusters,
    restored,
    createKey: async (organization, options) => {
      const [copy] = await copyKey(database, key, 1, { organization, ...options });
      return copy!;
    },
    stop: () => served.stop(),
  };
}

/** A cluster of an organization that is there, with two minutes of history up to an instant. */
export async function addCluster(
  database: Database,
  { organization, name, at }: { organization: string; name: string; at: number },
): Promise<TenantCluster> {
  const environment = { DATABASE_URL: database.url };
  const plan = makePlan(name);
  const history = [at - historySeconds * 1000, at].map((ms) => makeSnapshot(plan, new Date(ms)));
  const id = await ingest(environment, organization, name, ...history);
  return { id, paths: await addRecords(database, id, plan) };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Ingests snapshots in the given order, and returns the id of their cluster. */
export async function ingest(
  environment: Environment,
  organization: string,
  cluster: string,
  ...snapshots: readonly object[]
): Promise<string> {
  const folder = await temporaryFolder();
  const files = snapshots.map((_, index) => join(folder.path, `${index}.json`));
  for (const [index, file] of files.entries()) {
    await writeFile(file, JSON.stringify(snapshots[index]));
  }
  const results = await costplaneJson<{ cluster_id: string; status: string }[]>(
    ['ingest', ...files, '--org', organization, '--cluster-name', cluster],
    environment,
  ).finally(() => folder.remove());
  const skipped = results.find(({ status }) => status !== 'applied');
  if (skipped) throw new Error(`a snapshot was ${skipped.status}`);
  return results[0]!.cluster_id;
}

/** A key that no test uses up. */
export async function createKey(
  environment: Environment,
  organization: string,
  { scopes = ['all'], clusters }: KeyOptions = {},
): Promise<string> {
  const none = clusters?.length === 0 ? ['--no-clusters'] : [];
  const some = clusters?.length ? ['--cluster', ...clusters] : [];
  const { key } = await costplaneJson<{ key: string }>(
    ['key', 'create', '--org', organization, '--limit', '1000000']
      .concat(none, some)
      .concat('--scope', scopes),
    environment,
  );
  return key;
}

/** Names that only this cluster has, beside some that every cluster has. */
const makePlan = (cluster: string): ClusterPlan => {
  const only = `only-${cluster}`;
  const onFirst: Pick<WorkloadPlan, 'node' | 'gib'> = { node: 'first', gib: 1 };
  const size = cluster === 'west' ? 3 : 1;
  return {
    seed: cluster,
    nodes: [
      { name: 'first', cores: 16 * size, gib: 64 * size, group: 'general' },
      { name: 'second', cores: 8 * size, gib: 32 * size, group: only },
      { name: 'third', cores: 4 * size, gib: 16 * size, group: oddName },
      { name: 'restored', cores: 2 * size, gib: 8 * size, uid: restored.node_uid },
    ],
    namespaces: [
      { name: 'shop', labels: { team: 'shoppers', department: 'retail' } },
      { name: only },
      { name: oddName },
    ],
    deployments: [
      { namespace: 'shop', name: 'web', cores: 0.5, pods: 3, ...onFirst },
      { namespace: 'shop', name: 'cart', cores: 0.25, pods: 1, ...onFirst },
      {
        namespace: 'shop',
        name: 'restored',
        cores: 1,
        pods: 2,
        ...onFirst,
        uid: restored.workload_uid,
      },
      { namespace: only, name: 'agent', cores: 0.125, pods: 1, ...onFirst },
    ],
    jobs: [{ namespace: only, name: 'backup', cores: 0.75, pods: 1, ...onFirst }],
    volumes: [only, 'disk'],
  };
};

/**
 * What no tool writes: two recommendations in the cluster, and a team of a department that owns
 * the cluster's own namespace and one workload, besides those that labels name.
 */
async function addRecords(database: Database, clusterId: string, plan: ClusterPlan) {
  const { seed } = plan;
  const only = `only-${seed}`;
  const web = workloadUid(seed, { namespace: 'shop', name: 'web' });
  const cart = workloadUid(seed, { namespace: 'shop', name: 'cart' });
  const [cluster] = await database.sql<{ organization_id: string }>(
    'select organization_id from clusters where id = $1',
    [clusterId],
  );
  const organization = cluster!.organization_id;
  const team = toUuid(`${organization}/platform`);
  const department = toUuid(`${organization}/engineering`);
  const recommendation = toUuid(`${seed}/recommendation`);
  const [volume] = await database.sql<{ id: string }>(
    'select id from persistent_volumes where cluster_id = $1 and name = $2',
    [clusterId, only],
  );
  await database.sql(
    `insert into departments (organization_id, id, name) values ($1, $2, 'engineering')
      on conflict do nothing`,
    [organization, department],
  );
  await database.sql(
    `insert into teams (organization_id, id, department_id, name) values ($1, $2, $3, 'platform')
      on conflict do nothing`,
    [organization, team, department],
  );
  await database.sql(
    `insert into team_assignments (organization_id, team_id, cluster_id, entity_type,
        entity_identifier, entity_name, entity_namespace, weight_percentage, source, id)
      values ($1, $2, $3, 'namespace', $4, $4, $4, 100, 'user_manual', $6),
        ($1, $2, $3, 'workload', $5, 'cart', 'shop', 100, 'user_manual', $7)`,
    [organization, team, clusterId, only, cart]
      // Alike wherever the cluster is made.
      .concat(['namespace', 'workload'].map((type) => toUuid(`${clusterId}/assigned ${type}`))),
  );
  // Where rows are distributed, those who write them do it, and these are written by no command.
  await database.sql('select refresh_workload_teams($1, array[$2::uuid])', [
    organization,
    clusterId,
  ]);
  await database.sql(
    `insert into recommendations (organization_id, id, cluster_id, resource_type, resource_uid,
        resource_name, namespace, title, risk_level, status, estimated_savings_hourly)
      values ($1, $2, $3, 'Deployment', $4, 'web', 'shop', 'Smaller requests', 'low', 'pending', 0.1),
        ($1, $5, $3, 'Deployment', $6, 'cart', 'shop', 'Smaller requests', 'low', 'dismissed', 0.2)`,
    [organization, recommendation, clusterId, web, toUuid(`${seed}/dismissed`), cart],
  );
  return {
    cluster_id: clusterId,
    namespace: only,
    namespace_name: only,
    workload_uid: web,
    node_uid: nodeUid(seed, plan.nodes[0]!),
    name: only,
    group_name: only,
    rec_id: recommendation,
    uid: volume!.id,
    team_id: team,
    dept_id: department,
  };
}
