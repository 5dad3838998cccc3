import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { costplaneJson } from '../costplane.ts';
import { createDatabase, type Database } from '../database.ts';
import { temporaryFolder } from '../folder.ts';
import { type ClusterPlan, type NodePlan, makeSnapshot } from '../snapshot.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Snapshot = Record<string, unknown>;

/** The days that the clusters have a history of, over the end of a month. */
export const days = ['2026-05-30', '2026-05-31', '2026-06-01', '2026-06-02'] as const;
export const firstDay = days[0];
export const dayAfterLast = '2026-06-03';

/** What would break a CSV that is written carelessly. */
export const oddCluster = 'south "2", Zürich\n=1+1';
const gib = 2 ** 30;

/** A database with an organization, into which snapshots are taken by the CLI. */
export interface History {
  readonly database: Database;
  readonly environment: Environment;
  /** Takes the snapshots in, in their order, and answers with the id of the cluster. */
  take(cluster: string, snapshots: readonly Snapshot[]): Promise<string>;
  takeFiles(cluster: string, paths: readonly string[]): Promise<string>;
  drop(): Promise<void>;
}

export async function createHistory(): Promise<History> {
  const database = await createDatabase();
  const folder = await temporaryFolder();
  const environment = { DATABASE_URL: database.url };
  await costplaneJson(['org', 'create', 'demo'], environment);
  let files = 0;
  const takeFiles = async (cluster: string, paths: readonly string[]) => {
    const results = await costplaneJson<{ cluster_id: string; status: string }[]>(
      ['ingest', ...paths, '--org', 'demo', '--cluster-name', cluster],
      environment,
    );
    const refused = results.find(({ status }) => status !== 'applied');
    if (refused) throw new Error(`a snapshot was ${refused.status}`);
    return results[0]!.cluster_id;
  };
  /** As it may be called since before names were checked. */
  const rename = async (id: string, name: string) => {
    await database.sql('update clusters set name = $2 where id = $1', [id, name]);
    await database.sql('update cluster_days set name = $2 where cluster_id = $1', [id, name]);
  };
  return {
    database,
    environment,
    takeFiles,
    async take(cluster, snapshots) {
      const paths: string[] = [];
      for (const snapshot of snapshots) {
        const path = join(folder.path, `${(files += 1)}.json`);
        await writeFile(path, JSON.stringify(snapshot));
        paths.push(path);
      }
      const written = cluster.replaceAll('\n', ' ');
      const id = await takeFiles(written, paths);
      if (written !== cluster) await rename(id, cluster);
      return id;
    },
    async drop() {
      await database.drop();
      await folder.remove();
    },
  };
}

/** A few minutes of every day, those before and after midnight among them. */
export const moments: readonly Date[] = days.flatMap((day) =>
  ['00:01', '00:03', '12:00:07', '12:02', '23:58'].map((time) => new Date(`${day}T${time}Z`)),
);

/** Every node has pods; volumes of a StatefulSet, of a namespace and of nobody. */
export const northPlan: ClusterPlan = {
  seed: 'focus-north',
  nodes: [
    { name: 'a', cores: 16, gib: 64, group: 'general' },
    { name: 'b', cores: 7, gib: 30, group: 'general' },
  ],
  namespaces: [
    {
      name: 'shop',
      labels: { team: 'shoppers', department: 'retail', 'costplane/team': 'thieves' },
    },
    { name: 'data' },
    { name: 'empty' },
  ],
  deployments: [
    {
      namespace: 'shop',
      name: 'web',
      cores: 0.3,
      gib: 1,
      pods: 3,
      node: 'a',
      labels: { app: 'web', 'example.com/note': 'a, "b"', beta: '', 'costplane/owner': 'me' },
    },
    { namespace: 'shop', name: 'cart', cores: 0.7, gib: 3, pods: 1, node: 'b' },
    { namespace: 'data', name: 'web', cores: 1.1, gib: 2, pods: 2, node: 'b' },
  ],
  jobs: [{ namespace: 'data', name: 'backup', cores: 0.25, gib: 1, pods: 1, node: 'a' }],
};

/** Its second node is not used by any pod. */
export const southPlan: ClusterPlan = {
  seed: 'focus-south',
  nodes: [
    { name: 'used', cores: 8, gib: 32 },
    { name: 'unused', cores: 4, gib: 16 },
  ],
  namespaces: [{ name: 'shop' }],
  deployments: [{ namespace: 'shop', name: 'web', cores: 3, gib: 7, pods: 1, node: 'used' }],
};

/** The plan with what system daemons take of every node, and with volumes. */
export function withVolumes(plan: ClusterPlan, at: Date): Snapshot {
  const snapshot = makeSnapshot(plan, at) as Snapshot & { nodes: Snapshot[]; pods: Snapshot[] };
  const database = makeVolume(plan.nodes[0]!, plan.seed);
  return {
    ...snapshot,
    nodes: snapshot.nodes.map((node) => ({
      ...node,
      cpu_allocatable: Number(node.cpu_capacity_cores) - 0.11,
      memory_allocatable: Number(node.memory_capacity_bytes) - gib,
    })),
    statefulsets: [database.set],
    pods: [...snapshot.pods, database.pod],
    pvs: [
      volume('pv-database', 100, 'data-database-0'),
      volume('pv-shared', 33, 'shared'),
      { ...volume('pv-orphan', 7, 'gone'), phase: 'Released' },
    ],
    pvcs: [claim('data-database-0', 'pv-database'), claim('shared', 'pv-shared')],
  };
}

const created = Date.parse('2026-01-01T00:00:00Z');

function makeVolume(node: NodePlan, seed: string) {
  const plan = {
    seed: `${seed}/database`,
    nodes: [node],
    namespaces: [{ name: 'data' }],
    deployments: [
      { namespace: 'data', name: 'database', cores: 1, gib: 4, pods: 1, node: node.name },
    ],
  };
  const { deployments, pods } = makeSnapshot(plan, new Date(created)) as {
    deployments: Snapshot[];
    pods: Snapshot[];
  };
  return {
    set: { ...deployments[0], volume_claim_templates: ['data'] },
    pod: { ...pods[0], owner_kind: 'StatefulSet' },
  };
}

const volume = (name: string, size: number, claimName: string) => ({
  name,
  capacity: size * gib,
  storage_class_name: 'standard',
  phase: 'Bound',
  claim_ref: { namespace: 'data', name: claimName, uid: '' },
  labels: null,
  creation_timestamp: created,
});

const claim = (name: string, volumeName: string) => ({
  name,
  namespace: 'data',
  storage_class_name: 'standard',
  phase: 'Bound',
  volume_name: volumeName,
  requested_bytes: gib,
  capacity_bytes: gib,
  labels: null,
  creation_timestamp: created,
});
