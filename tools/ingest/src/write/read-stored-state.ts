import { coresToNanocores, parseFixedPoint } from '@costplane/pricing';
import type { StoredState } from '../describe/snapshot.ts';
import { areReplicaSetsStale, frozenKinds } from '../frozen-kinds.ts';
import type { Snapshot } from '../snapshot-schema.ts';
import type { Scope } from './scope.ts';

/** What is stored of what this snapshot may lack, as far as pods refer to it. */
export async function readStoredState(
  { tx, organizationId, clusterId }: Scope,
  snapshot: Snapshot,
): Promise<StoredState> {
  const frozen = frozenKinds(snapshot);
  const nodes = frozen.has('nodes')
    ? await tx
        .selectFrom('nodes')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('cluster_id', '=', clusterId)
        .where('gone_at', 'is', null)
        .execute()
    : [];
  const cronJobs = frozen.has('cronjobs')
    ? await tx
        .selectFrom('workloads')
        .select(['uid', 'namespace', 'name'])
        .where('organization_id', '=', organizationId)
        .where('cluster_id', '=', clusterId)
        .where('kind', '=', 'CronJob')
        .where('gone_at', 'is', null)
        .execute()
    : [];
  const ownedPods = areReplicaSetsStale(snapshot)
    ? await tx
        .selectFrom('pods')
        .select(['uid', 'workload_uid', 'workload_kind', 'workload_name'])
        .where('organization_id', '=', organizationId)
        .where('cluster_id', '=', clusterId)
        .where('workload_uid', 'is not', null)
        .where('gone_at', 'is', null)
        .execute()
    : [];
  return {
    nodes: nodes.map((node) => ({
      uid: node.uid,
      name: node.name,
      perResource: storedParts(node),
      capacity: {
        cpu: coresToNanocores(Number(node.cpu_total_cores)),
        ram: BigInt(node.memory_total_bytes),
        gpu: BigInt(node.gpu_total),
      },
      allocatable: {
        cpu: coresToNanocores(Number(node.cpu_allocatable_cores)),
        ram: BigInt(node.memory_allocatable_bytes),
        gpu: BigInt(node.gpu_allocatable),
      },
    })),
    cronJobs,
    podOwners: new Map(
      ownedPods.map(({ uid, workload_uid, workload_kind: kind, workload_name: name }) => [
        uid,
        { uid: workload_uid ?? '', kind, name },
      ]),
    ),
  };
}

interface StoredCosts {
  compute_cpu_hourly: string | null;
  compute_ram_hourly: string | null;
  compute_gpu_hourly: string | null;
}

function storedParts(node: StoredCosts): StoredState['nodes'][number]['perResource'] {
  const { compute_cpu_hourly: cpu, compute_ram_hourly: ram, compute_gpu_hourly: gpu } = node;
  if (cpu === null || ram === null || gpu === null) return null;
  return { cpu: parseFixedPoint(cpu), ram: parseFixedPoint(ram), gpu: parseFixedPoint(gpu) };
}
