import { type SnapshotNode } from '../snapshot-schema.ts';

/** The GPUs of a node: devices, of which several pods may share one. */
export interface GpuDevices {
  total: bigint;
  allocatable: bigint;
  /** How many `nvidia.com/gpu` of the node make one device. */
  perDevice: bigint;
}

/**
 * Where the labels of NVIDIA's device plugin name the physical count and the replicas, devices are
 * counted by them: a time-sliced node offers every device several times. What it offers under another
 * name (`nvidia.com/gpu.shared`) the agent does not see at all.
 */
export function gpuDevices({
  labels,
  gpu_capacity: offered = 0,
  gpu_allocatable: usable = 0,
}: Pick<SnapshotNode, 'labels' | 'gpu_capacity' | 'gpu_allocatable'>): GpuDevices {
  const sharing = parseSharing(labels);
  if (!sharing) return { total: BigInt(offered), allocatable: BigInt(usable), perDevice: 1n };
  const { count, replicas } = sharing;
  // No more than there are: they are whole devices, whatever is done with the others.
  const perDevice = offered > count ? replicas : 1;
  const missing = Math.floor(Math.max(offered - usable, 0) / perDevice);
  return {
    total: BigInt(count),
    allocatable: BigInt(Math.max(count - missing, 0)),
    perDevice: BigInt(perDevice),
  };
}

/** How many `nvidia.com/gpu` make one device of a node that is only known by what is stored of it. */
export const storedGpusPerDevice = (labels: Readonly<Record<string, unknown>>): bigint =>
  BigInt(parseSharing(labels)?.replicas ?? 1);

function parseSharing(labels: Readonly<Record<string, unknown>> | null | undefined) {
  const count = positiveInteger(labels?.['nvidia.com/gpu.count']);
  const replicas = positiveInteger(labels?.['nvidia.com/gpu.replicas']);
  return count !== null && replicas !== null ? { count, replicas } : null;
}

/** No node has a million of them. */
const plainNumber = /^[1-9]\d{0,5}$/;

const positiveInteger = (text: unknown) =>
  typeof text === 'string' && plainNumber.test(text) ? Number(text) : null;
