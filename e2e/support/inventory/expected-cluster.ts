import { type Cluster } from './cluster.ts';
import { type Basis, costBlock } from './cost-block.ts';
import { total, volumePrice } from './direct-cost.ts';
import { minus, sum, toNumber } from './exact.ts';
import { capacityOfNodes, componentsOfNodes, useOfNodes } from './expected-node-group.ts';
import { wasKilled } from './expected-pod.ts';
import { instant } from './instant.ts';
import { sumOfFigures } from './request-figures.ts';

/** The row of a cluster, from the snapshot alone. When it was made is the API's own. */
export function expectedCluster(cluster: Cluster, createdAt: string, basis: Basis) {
  const { nodes, pvs } = cluster.snapshot;
  const add = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  return {
    id: cluster.id,
    kind: 'Cluster',
    metadata: expectedMetadata(cluster, createdAt),
    capacity: {
      ...capacityOfNodes(nodes),
      gpu: {
        total: add(nodes.map(({ gpu_capacity }) => gpu_capacity)),
        allocatable: add(nodes.map(({ gpu_allocatable }) => gpu_allocatable)),
        model: distinct(nodes.flatMap(({ gpu_model }) => gpu_model ?? [])).join(', '),
      },
      storage: { total_bytes: add(pvs.map(({ capacity }) => capacity)) },
      pods: { allocatable: add(nodes.map(({ pod_allocatable }) => pod_allocatable)) },
    },
    utilization: expectedUtilization(cluster),
    cost: computeCost(cluster, basis),
  };
}

const distinct = (values: readonly string[]) => [...new Set(values)].sort();

const expectedMetadata = ({ name, snapshot }: Cluster, createdAt: string) => ({
  name,
  provider: snapshot.provider,
  service: '',
  region: snapshot.region,
  environment: 'production',
  status: 'active',
  k8s_version: snapshot.kubernetes_version,
  agent_version: snapshot.agent_version,
  discovery_source: 'agent',
  availability_zones: distinct(snapshot.nodes.map(({ zone }) => zone)),
  is_stale: true,
  created_at: createdAt,
  last_seen_at: instant(snapshot.timestamp),
});

function expectedUtilization({ snapshot, workloads }: Cluster) {
  const { nodes, pods, namespaces, pvs } = snapshot;
  const containers = pods.flatMap((pod) => pod.containers);
  const requested = sumOfFigures(pods);
  const use = useOfNodes(nodes);
  const ofKind = (kind: string) => workloads.filter((workload) => workload.kind === kind).length;
  return {
    cpu: { requested_cores: toNumber(requested.cores.requested), ...use.cpu },
    memory: { requested_bytes: toNumber(requested.bytes.requested), ...use.memory },
    restarts_total: containers.reduce((sum, { restart_count }) => sum + restart_count, 0),
    oom_kills_total: containers.filter(wasKilled).length,
    counts: {
      nodes: nodes.length,
      namespaces: namespaces.length,
      workloads: workloads.length,
      deployments: ofKind('Deployment'),
      statefulsets: ofKind('StatefulSet'),
      daemonsets: ofKind('DaemonSet'),
      jobs: ofKind('Job'),
      cronjobs: ofKind('CronJob'),
      pods: pods.length,
      running_pods: pods.filter(({ phase }) => phase === 'Running').length,
      containers: containers.length,
      running_containers: containers.filter(({ state }) => state === 'running').length,
      persistent_volumes: pvs.length,
    },
  };
}

/** All nodes and all volumes, less what is a workload's. */
function computeCost(
  { snapshot, costOf: costOfPods, workloads, ...cluster }: Cluster,
  basis: Basis,
) {
  const compute = componentsOfNodes(snapshot.nodes);
  const volumes = sum(snapshot.pvs.map(volumePrice));
  const owned = workloads.map(({ item }) => item.uid);
  const ofPods = total(costOfPods(owned.flatMap(cluster.podsOfWorkload)));
  const ofVolumes = sum(owned.flatMap(cluster.volumesOfWorkload).map(({ price }) => price));
  const unallocated =
    basis === 'all'
      ? minus(sum([total(compute), volumes]), sum([ofPods, ofVolumes]))
      : minus(total(compute), ofPods);
  return costBlock({ compute, volumes, unallocated }, basis, snapshot.timestamp);
}
