import { type Moment } from './make-container.ts';
import { type NodePlan } from './plan.ts';
import { seededUuid } from './seeded.ts';
import { type Condition, type GpuDevice, type Node, type Pod, type StringMap } from './snapshot.ts';
import { GiB, MiB, roundCores, sumCores, sumBy } from './units.ts';

function providerId({ spec }: Moment, node: NodePlan): string {
  switch (spec.provider) {
    case 'aws':
      return `aws:///${node.zone}/${node.instanceId}`;
    case 'gcp':
      return `gce://${spec.account}/${node.zone}/${node.instanceId}`;
    case 'azure':
      return `azure:///subscriptions/${spec.account}/resourceGroups/mc_${spec.name}/providers/Microsoft.Compute/virtualMachineScaleSets/aks-${node.group.name}/virtualMachines/${node.instanceId}`;
    case '':
      return '';
  }
}

/** The label with the name of the node group, and the label of spot or preemptible machines. */
function groupLabels({ spec }: Moment, { group }: NodePlan): StringMap {
  switch (spec.provider) {
    case 'aws':
      return {
        'eks.amazonaws.com/nodegroup': group.name,
        'eks.amazonaws.com/capacityType': group.spot ? 'SPOT' : 'ON_DEMAND',
      };
    case 'gcp':
      return {
        'cloud.google.com/gke-nodepool': group.name,
        ...(group.spot && { 'cloud.google.com/gke-spot': 'true' }),
      };
    case 'azure':
      return {
        'kubernetes.azure.com/agentpool': group.name,
        ...(group.spot && { 'kubernetes.azure.com/scalesetpriority': 'spot' }),
      };
    case '':
      return { 'example.com/rack': group.name };
  }
}

function capacityType({ spec }: Moment, { group }: NodePlan): string {
  if (group.spot) return 'spot';
  return spec.provider === 'aws' ? 'on-demand' : '';
}

function makeNodeLabels(moment: Moment, node: NodePlan): StringMap {
  const { spec } = moment;
  return {
    ...groupLabels(moment, node),
    'kubernetes.io/arch': 'amd64',
    'kubernetes.io/hostname': node.name,
    'kubernetes.io/os': 'linux',
    ...(spec.provider !== '' && {
      'node.kubernetes.io/instance-type': node.group.machine,
      'topology.kubernetes.io/region': spec.region,
      'topology.kubernetes.io/zone': node.zone,
    }),
  };
}

const healthy: Condition[] = [
  ['MemoryPressure', 'False', 'KubeletHasSufficientMemory'] as const,
  ['DiskPressure', 'False', 'KubeletHasNoDiskPressure'] as const,
  ['PIDPressure', 'False', 'KubeletHasSufficientPID'] as const,
  ['Ready', 'True', 'KubeletReady'] as const,
].map(([type, status, reason]) => ({ type, status, reason, message: '' }));

/** Usage of the containers and of the system daemons. */
function sumUsage({ machine }: NodePlan, pods: readonly Pod[]) {
  const containers = pods.flatMap((pod) => pod.containers ?? []);
  const cores = sumCores(containers, (container) => container.cpu_usage_cores ?? 0) + 0.08;
  const bytes = sumBy(containers, (container) => container.memory_usage_bytes ?? 0) + 450 * MiB;
  return {
    cpu_usage_cores: roundCores(Math.min(cores, machine.cpu_capacity_cores)),
    memory_usage_bytes: Math.min(bytes, machine.memory_capacity_bytes),
  };
}

/** GPUs are assigned to the containers that use them, in order; the rest are idle. */
function sumGpuUsage(node: NodePlan, pods: readonly Pod[]) {
  const { gpus, gpu_model, gpu_memory_bytes } = node.machine;
  if (gpu_model === undefined || gpu_memory_bytes === undefined) return {};
  const users = pods
    .flatMap((pod) => pod.containers ?? [])
    .filter((container) => container.gpu_utilization_percent !== undefined);
  const devices = Array.from({ length: gpus }, (_, index): GpuDevice => ({
    uuid: `GPU-${seededUuid(`${node.uid}/gpu/${String(index)}`)}`,
    device_index: String(index),
    model_name: gpu_model,
    utilization_percent: users[index]?.gpu_utilization_percent ?? 0,
    memory_used_bytes: users[index]?.gpu_memory_used_bytes ?? GiB / 2,
    memory_total_bytes: gpu_memory_bytes,
  }));
  return {
    gpu_model,
    gpu_driver_version: '570.133.20',
    gpu_utilization_percent: sumBy(devices, (device) => device.utilization_percent) / gpus,
    gpu_memory_used_bytes: sumBy(devices, (device) => device.memory_used_bytes),
    gpu_memory_total_bytes: gpu_memory_bytes * gpus,
    gpu_devices: devices,
  };
}

/** A node at a moment, with the usage of the pods on it. */
export function makeNode(moment: Moment, node: NodePlan, pods: readonly Pod[]): Node {
  const { spec } = moment;
  const { machine } = node;
  return {
    name: node.name,
    uid: node.uid,
    provider_id: providerId(moment, node),
    instance_id: spec.provider === '' ? '' : node.instanceId,
    instance_type: spec.provider === '' ? '' : node.group.machine,
    region: spec.region,
    zone: node.zone,
    capacity_type: capacityType(moment, node),
    node_group: spec.provider === '' ? '' : node.group.name,
    architecture: 'amd64',
    os: 'linux',
    kubelet_version: spec.kubernetes_version,
    container_runtime: 'containerd://1.7.27',
    pod_cidr: '',
    pod_cidrs: null,
    os_image: spec.provider === 'aws' ? 'Amazon Linux 2023' : 'Ubuntu 24.04.2 LTS',
    kernel_version: '6.8.0',
    kube_proxy_version: '',
    cpu_capacity_cores: machine.cpu_capacity_cores,
    memory_capacity_bytes: machine.memory_capacity_bytes,
    ephemeral_storage_bytes: machine.disk_bytes,
    ephemeral_storage_allocatable: Math.round(machine.disk_bytes * 0.88),
    pod_capacity: machine.pods,
    gpu_capacity: machine.gpus,
    cpu_allocatable: machine.cpu_allocatable,
    memory_allocatable: machine.memory_allocatable,
    pod_allocatable: machine.pods,
    gpu_allocatable: machine.gpus,
    ...(spec.hasMetrics && sumUsage(node, pods)),
    ...(spec.provider === '' && sumGpuUsage(node, pods)),
    ready: true,
    unschedulable: false,
    taints:
      machine.gpus > 0 ? [{ key: 'nvidia.com/gpu', value: 'true', effect: 'NoSchedule' }] : null,
    conditions: healthy,
    labels: makeNodeLabels(moment, node),
    annotations: { 'node.alpha.kubernetes.io/ttl': '0' },
    creation_timestamp: node.createdAt,
  };
}
