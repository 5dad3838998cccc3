import { Type } from 'typebox';
import { bytes, cores, count, named, percent } from './primitives.ts';

export const cpuCapacitySchema = named(
  'CpuCapacity',
  Type.Object({
    total_cores: cores('Cores that the machines have.'),
    allocatable_cores: cores("Cores left after the kubelet's reservations."),
  }),
);

export const memoryCapacitySchema = named(
  'MemoryCapacity',
  Type.Object({
    total_bytes: bytes('Bytes that the machines have.'),
    allocatable_bytes: bytes("Bytes left after the kubelet's reservations."),
  }),
);

export const gpuCapacitySchema = named(
  'GpuCapacity',
  Type.Object({
    total: count('GPUs that the machines have.'),
    allocatable: count('GPUs that pods can ask for.'),
    model: Type.String({ description: 'GPU models, comma-separated; empty when there are none.' }),
  }),
);

export const storageCapacitySchema = named(
  'StorageCapacity',
  Type.Object({ total_bytes: bytes('Capacity of the persistent volumes.') }),
);

const utilizationPercent = Type.Optional(
  percent('Used over allocatable, two decimals; 0 where nothing is allocatable.'),
);

export const cpuUtilizationSchema = named(
  'CpuUtilization',
  Type.Object({
    requested_cores: cores('Requested by pods that run or wait for room.'),
    used_cores: Type.Optional(cores('In use now; absent without metrics.')),
    utilization_percent: utilizationPercent,
  }),
);

export const memoryUtilizationSchema = named(
  'MemoryUtilization',
  Type.Object({
    requested_bytes: bytes('Requested by pods that run or wait for room.'),
    used_bytes: Type.Optional(bytes('Working set now; absent without metrics.')),
    utilization_percent: utilizationPercent,
  }),
);

/** Use over a base in percent, two decimals; 0 where the base is 0, absent where use is unknown. */
export function utilizationPercentOf(used: number | null, base: number | null): number | undefined {
  if (used === null) return undefined;
  if (!base) return 0;
  return Math.round((used / base) * 10_000) / 100;
}
