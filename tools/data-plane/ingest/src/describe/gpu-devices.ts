import { type SnapshotNode } from '../snapshot-schema.ts';

/** The GPUs of a node: physical devices, which several pods may share. */
export interface GpuDevices {
  total: bigint;
  allocatable: bigint;
  /** Number of `nvidia.com/gpu` resources per device. */
  perDevice: bigint;
}

/**
 * Devices are counted by the labels of NVIDIA's device plugin if they state the physical count and
 * the replicas: a time-sliced node offers each device several times. Resources under another name
 * (`nvidia.com/gpu.shared`) are invisible to the agent.
 */
export function gpuDevices({
  labels,
  gpu_capacity: offered = 0,
  gpu_allocatable: usable = 0,
}: Pick<SnapshotNode, 'labels' | 'gpu_capacity' | 'gpu_allocatable'>): GpuDevices {
  const sharing = parseSharing(labels);
  if (!sharing) return { total: BigInt(offered), allocatable: BigInt(usable), perDevice: 1n };
  const { count, replicas } = sharing;
  // Capped at the physical devices, because devices are allocated as a whole.
  const perDevice = offered > count ? replicas : 1;
  const missing = Math.floor(Math.max(offered - usable, 0) / perDevice);
  return {
    total: BigInt(count),
    allocatable: BigInt(Math.max(count - missing, 0)),
    perDevice: BigInt(perDevice),
  };
}

/** Number of `nvidia.com/gpu` resources per device, for a node that is only known from the database. */
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
