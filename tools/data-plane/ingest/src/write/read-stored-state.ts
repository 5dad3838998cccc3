import { coresToNanocores } from '@costplane/pricing';
import { areNodesKnown, type ClusterIdentity } from '../describe/cluster.ts';
import { storedGpusPerDevice } from '../describe/gpu-devices.ts';
import { type NodeFacts } from '../describe/nodes.ts';
import { type KnownWorkload, type Owner } from '../describe/owners.ts';
import { type StoredState, type StoredVolume } from '../describe/snapshot.ts';
import { areReplicaSetsStale, frozenKinds, type Kind } from '../frozen-kinds.ts';
import { type Snapshot } from '../snapshot-schema.ts';
import { areKept } from './kept-workloads.ts';
import { type Scope } from './scope.ts';

/** Stored objects that may still exist although this snapshot lacks them. */
export async function readStoredState(scope: Scope, snapshot: Snapshot): Promise<StoredState> {
  const frozen = frozenKinds(snapshot);
  return {
    nodes: frozen.has('nodes') ? await readNodes(scope) : [],
    namespaces: frozen.has('namespaces') ? await readNamespaces(scope) : [],
    workloads: frozen.size > 0 ? await readWorkloads(scope, frozen) : [],
    volumes: frozen.has('pvs') ? await readVolumes(scope) : [],
    volumeOwners: frozen.has('statefulsets') ? toOwners(await readVolumes(scope)) : new Map(),
    podOwners: areReplicaSetsStale(snapshot) ? await readPodOwners(scope) : new Map(),
    cluster: areNodesKnown(snapshot) ? undefined : await readCluster(scope),
  };
}

/** Lists the columns, because prepared statements survive a migration that adds columns. */
const nodeColumns = [
  ...(['uid', 'name', 'provider_id', 'node_group', 'instance_type', 'region'] as const),
  ...(['availability_zone', 'capacity_type', 'is_spot', 'architecture'] as const),
  ...(['operating_system', 'gpu_model'] as const),
  ...(['cpu_total_cores', 'memory_total_bytes', 'gpu_total'] as const),
  ...(['cpu_allocatable_cores', 'memory_allocatable_bytes', 'gpu_allocatable', 'labels'] as const),
] as const;

async function readNodes({ tx, organizationId, clusterId }: Scope): Promise<NodeFacts[]> {
  const nodes = await tx
    .selectFrom('nodes')
    .select(nodeColumns)
    .where('organization_id', '=', organizationId)
    .where('cluster_id', '=', clusterId)
    .where('gone_at', 'is', null)
    .execute();
  return nodes.map((node) => ({
    ...node,
    capacity: {
      cpu: coresToNanocores(Number(node.cpu_total_cores)),
      ram: BigInt(node.memory_total_bytes),
      gpu: BigInt(node.gpu_total) * storedGpusPerDevice(node.labels),
    },
    allocatable: {
      cpu: coresToNanocores(Number(node.cpu_allocatable_cores)),
      ram: BigInt(node.memory_allocatable_bytes),
      gpu: BigInt(node.gpu_allocatable) * storedGpusPerDevice(node.labels),
    },
    gpusPerDevice: storedGpusPerDevice(node.labels),
  }));
}

async function readNamespaces({ tx, organizationId, clusterId }: Scope): Promise<string[]> {
  const namespaces = await tx
    .selectFrom('namespaces')
    .select('name')
    .where('organization_id', '=', organizationId)
    .where('cluster_id', '=', clusterId)
    .where('gone_at', 'is', null)
    .execute();
  return namespaces.map(({ name }) => name);
}

async function readWorkloads(
  { tx, organizationId, clusterId }: Scope,
  frozen: ReadonlySet<Kind>,
): Promise<KnownWorkload[]> {
  return tx
    .selectFrom('workloads')
    .select(['uid', 'kind', 'namespace', 'name'])
    .where('organization_id', '=', organizationId)
    .where('cluster_id', '=', clusterId)
    .where('gone_at', 'is', null)
    .where(areKept(frozen))
    .execute();
}

async function readVolumes({ tx, organizationId, clusterId }: Scope): Promise<StoredVolume[]> {
  return tx
    .selectFrom('persistent_volumes')
    .select(['name', 'storage_class', 'capacity_bytes', 'claim_namespace', 'workload_uid'])
    .where('organization_id', '=', organizationId)
    .where('cluster_id', '=', clusterId)
    .where('gone_at', 'is', null)
    .execute();
}

function toOwners(volumes: readonly StoredVolume[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const { name, workload_uid } of volumes) {
    if (workload_uid !== null) owners.set(name, workload_uid);
  }
  return owners;
}

async function readPodOwners({
  tx,
  organizationId,
  clusterId,
}: Scope): Promise<Map<string, Owner>> {
  const pods = await tx
    .selectFrom('pods')
    .select(['uid', 'workload_uid', 'workload_kind', 'workload_name'])
    .where('organization_id', '=', organizationId)
    .where('cluster_id', '=', clusterId)
    .where('workload_uid', 'is not', null)
    .where('gone_at', 'is', null)
    .execute();
  return new Map(
    pods.map(({ uid, workload_uid, workload_kind: kind, workload_name: name }) => [
      uid,
      { uid: workload_uid ?? '', kind, name },
    ]),
  );
}

/** Undefined for a cluster's first snapshot: even incomplete figures of the report are used then. */
async function readCluster({
  tx,
  organizationId,
  clusterId,
}: Scope): Promise<ClusterIdentity | undefined> {
  return tx
    .selectFrom('clusters')
    .select(['provider', 'service', 'region'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', clusterId)
    .where('last_seen_at', 'is not', null)
    .executeTakeFirst();
}
