import { type Static, Type } from 'typebox';
import { bytes, cores, count, namedObject, percent } from './primitives.ts';

/** CPU cores of machines, in total and allocatable. */
export const cpuCapacitySchema = namedObject('CpuCapacity', 'CPU in cores.', {
  total_cores: cores('CPU cores of the nodes.'),
  allocatable_cores: cores("CPU cores left after the kubelet's reservations."),
});

/** Memory of machines in bytes, in total and allocatable. */
export const memoryCapacitySchema = namedObject('MemoryCapacity', 'Memory in bytes.', {
  total_bytes: bytes('Memory of the nodes in bytes.'),
  allocatable_bytes: bytes("Memory left after the kubelet's reservations, in bytes."),
});

/** GPUs of machines, in total and allocatable, with their models. */
export const gpuCapacitySchema = namedObject('GpuCapacity', 'Number and models of the GPUs.', {
  total: count('GPUs of the nodes.'),
  allocatable: count('GPUs that pods can request.'),
  model: Type.String({ description: 'GPU models, comma-separated; empty when unknown or none.' }),
});

/** Capacity of the persistent volumes, in bytes. */
export const storageCapacitySchema = namedObject(
  'StorageCapacity',
  'Persistent storage in bytes.',
  { total_bytes: bytes('Capacity of the persistent volumes in bytes.') },
);

const utilizationPercent = Type.Optional(
  percent(
    'Usage relative to the allocatable of the nodes that report usage, in percent with two ' +
      'decimals; 0 where nothing is allocatable, absent where none reports.',
  ),
);

/** Cores requested and used, and usage in percent of allocatable. */
export const cpuUtilizationSchema = namedObject(
  'CpuUtilization',
  'CPU requested and in use, in cores.',
  {
    requested_cores: cores('CPU cores requested by pods that are running or pending.'),
    used_cores: Type.Optional(cores('CPU cores in use now; absent without metrics.')),
    utilization_percent: utilizationPercent,
  },
);

/** Bytes of memory requested and used, and usage in percent of allocatable. */
export const memoryUtilizationSchema = namedObject(
  'MemoryUtilization',
  'Memory requested and in use, in bytes.',
  {
    requested_bytes: bytes('Bytes requested by pods that are running or pending.'),
    used_bytes: Type.Optional(bytes('Current working set in bytes; absent without metrics.')),
    utilization_percent: utilizationPercent,
  },
);

const requestedBy =
  'by pods that are running or pending; for a pod, its own, even if it has finished.';

const percentOfRequest = Type.Optional(
  percent(
    'Usage relative to requests, in percent with two decimals; 0 where nothing is requested.',
  ),
);

/** CPU of namespaces, workloads and pods. */
export const cpuRequestUtilizationSchema = namedObject(
  'CpuRequestUtilization',
  'CPU requested and in use, in cores.',
  {
    ...cpuUtilizationSchema.properties,
    requested_cores: cores(`CPU cores requested ${requestedBy}`),
    utilization_percent: percentOfRequest,
  },
);

/** Memory of namespaces, workloads and pods. */
export const memoryRequestUtilizationSchema = namedObject(
  'MemoryRequestUtilization',
  'Memory requested and in use, in bytes.',
  {
    ...memoryUtilizationSchema.properties,
    requested_bytes: bytes(`Bytes requested ${requestedBy}`),
    utilization_percent: percentOfRequest,
  },
);

/** Usage of the GPUs. */
export const gpuUtilizationSchema = namedObject('GpuUtilization', 'Usage of the GPUs.', {
  utilization_percent: Type.Optional(percent('Mean usage of the GPUs that report it, in percent.')),
  memory_used_bytes: Type.Optional(bytes('GPU memory in use, in bytes.')),
  memory_total_bytes: Type.Optional(bytes('Memory of the GPUs that report it, in bytes.')),
});

/** Columns of requests and usage; null is unknown. */
export interface RequestFigures {
  readonly cpu_requested_cores: string;
  readonly cpu_used_cores: string | null;
  readonly memory_requested_bytes: number;
  readonly memory_used_bytes: number | null;
}

/** Requests and usage of namespaces, workloads and pods; usage in percent of requests (decision 21). */
export function toRequestUtilization(row: RequestFigures): {
  cpu: Static<typeof cpuRequestUtilizationSchema>;
  memory: Static<typeof memoryRequestUtilizationSchema>;
} {
  return {
    cpu: {
      requested_cores: Number(row.cpu_requested_cores),
      ...toCpuUse(row.cpu_used_cores, row.cpu_requested_cores),
    },
    memory: {
      requested_bytes: row.memory_requested_bytes,
      ...toMemoryUse(row.memory_used_bytes, row.memory_requested_bytes),
    },
  };
}

/** Cores used, also in percent of a base; absent if usage is unknown. */
export function toCpuUse(usedCores: string | null, baseCores: string | null) {
  if (usedCores === null) return {};
  const used = Number(usedCores);
  return {
    used_cores: used,
    utilization_percent: computeUtilizationPercent(used, Number(baseCores)),
  };
}

/** Bytes used, also in percent of a base; absent if usage is unknown. */
export const toMemoryUse = (usedBytes: number | null, baseBytes: number | null) =>
  usedBytes === null
    ? {}
    : {
        used_bytes: usedBytes,
        utilization_percent: computeUtilizationPercent(usedBytes, baseBytes ?? 0),
      };

/** Columns of GPU usage; null is unknown. */
export interface GpuFigures {
  readonly gpu_utilization_percent: string | null;
  readonly gpu_memory_used_bytes: number | null;
  readonly gpu_memory_total_bytes: number | null;
}

/** Usage of GPUs; absent if none reports. */
export function toGpuUtilization({
  gpu_utilization_percent: percentUsed,
  gpu_memory_used_bytes: used,
  gpu_memory_total_bytes: total,
}: GpuFigures): Static<typeof gpuUtilizationSchema> | undefined {
  if (percentUsed === null && total === null) return undefined;
  return {
    utilization_percent:
      percentUsed === null ? undefined : Math.round(Number(percentUsed) * 100) / 100,
    memory_used_bytes: used ?? undefined,
    memory_total_bytes: total ?? undefined,
  };
}

/**
 * Usage over a base in percent, two decimals, half up; 0 if the base is 0, absent if usage is unknown. A
 * float is precise enough to round, except close to a half.
 */
export function computeUtilizationPercent(
  used: number | null,
  base: number | null,
): number | undefined {
  if (used === null) return undefined;
  if (!base) return 0;
  const hundredths = (used / base) * 10_000;
  const fromHalf = Math.abs(hundredths - Math.floor(hundredths) - 0.5);
  const isClear = fromHalf > (1 + hundredths) * floatError;
  return (isClear ? Math.round(hundredths) : exactHundredths(used, base)) / 100;
}

const floatError = 1e-12;
const nanocoresPerCore = 1e9;

/** Cores have at most nine decimals, so that quotients of nanocores, like those of bytes, are exact. */
function exactHundredths(used: number, base: number): number {
  const scale = Number.isInteger(used) && Number.isInteger(base) ? 1 : nanocoresPerCore;
  const part = BigInt(Math.round(used * scale));
  const whole = BigInt(Math.round(base * scale));
  return whole === 0n ? 0 : Number((part * 20_000n + whole) / (2n * whole));
}
