import type { ClusterSpec } from './clusters.ts';
import { planNodes } from './plan-nodes.ts';
import { planSystemWorkloads, systemNamespaces } from './plan-system.ts';
import { planTeamWorkloads } from './plan-workloads.ts';
import type { ClusterPlan, NodePlan, PodPlan, Trouble, WorkloadPlan } from './plan.ts';
import { createScheduler } from './schedule-pods.ts';
import { between, suffixOf, uuidOf } from './seeded.ts';
import { day_ms } from './units.ts';

function podName(seed: string, workload: WorkloadPlan, ordinal: number): string {
  const own = suffixOf(`${seed}/${String(ordinal)}`, 5);
  switch (workload.kind) {
    case 'StatefulSet':
      return `${workload.name}-${String(ordinal)}`;
    case 'Deployment':
      return `${workload.name}-${suffixOf(seed, 10)}-${own}`;
    default:
      return `${workload.name}-${own}`;
  }
}

/** The last replica has the trouble of its workload. An evicted pod was replaced: it is one more. */
function troubleOf(workload: WorkloadPlan, ordinal: number): Trouble | undefined {
  const troubled = workload.trouble === 'evicted' ? workload.replicas : workload.replicas - 1;
  return ordinal === troubled ? workload.trouble : undefined;
}

/** Lays out a cluster: its machines, its workloads, and which pod runs where. */
export function planCluster(spec: ClusterSpec, clusterIndex: number): ClusterPlan {
  const nodes = planNodes(spec, clusterIndex);
  const workloads = [...planSystemWorkloads(spec), ...planTeamWorkloads(spec)];
  const scheduler = createScheduler(nodes);
  const pods: PodPlan[] = [];

  function addPod(workload: WorkloadPlan, ordinal: number, node: NodePlan | undefined) {
    const seed = `${spec.name}/${workload.namespace}/${workload.kind}/${workload.name}`;
    const name = podName(seed, workload, ordinal);
    const place = pods.length;
    const trouble = troubleOf(workload, ordinal);
    pods.push({
      workload,
      ordinal,
      name,
      uid: uuidOf(`${seed}/pod/${name}`),
      ip: `10.${String(120 + clusterIndex)}.${String(Math.floor(place / 250))}.${String(2 + (place % 250))}`,
      createdAt: Math.round(workload.createdAt + between(`${seed}/${name}`, 0.01, 60) * day_ms),
      ...(node && { node }),
      ...(trouble && { trouble }),
    });
  }

  for (const workload of workloads.filter(({ kind }) => kind === 'DaemonSet')) {
    for (const [ordinal, node] of nodes.entries()) {
      scheduler.placeOn(workload, node);
      addPod(workload, ordinal, node);
    }
  }
  for (const workload of workloads.filter(({ kind }) => kind !== 'DaemonSet')) {
    for (let ordinal = 0; ordinal < workload.replicas; ordinal += 1) {
      addPod(workload, ordinal, scheduler.place(workload));
    }
    if (workload.trouble === 'evicted') addPod(workload, workload.replicas, nodes[0]);
  }
  return { spec, nodes, namespaces: [...systemNamespaces, ...spec.namespaces], workloads, pods };
}
