import { GiB, MiB } from './units.ts';

/** Capacity of one machine type. */
export interface MachineType {
  cpu_capacity_cores: number;
  cpu_allocatable: number;
  memory_capacity_bytes: number;
  memory_allocatable: number;
  disk_bytes: number;
  pods: number;
  gpus: number;
  gpu_model?: string;
  gpu_memory_bytes?: number;
}

function machine(
  cores: number,
  memoryGiB: number,
  { pods, diskGiB, gpus = 0 }: { pods: number; diskGiB: number; gpus?: number },
): MachineType {
  return {
    cpu_capacity_cores: cores,
    cpu_allocatable: cores - (cores > 4 ? 0.09 : 0.08),
    memory_capacity_bytes: memoryGiB * GiB - 300 * MiB,
    memory_allocatable: memoryGiB * GiB - (900 + memoryGiB * 40) * MiB,
    disk_bytes: diskGiB * GiB,
    pods,
    gpus,
  };
}

const tesla = { gpu_model: 'Tesla T4', gpu_memory_bytes: 15 * GiB };
const ampere = { gpu_model: 'NVIDIA A30', gpu_memory_bytes: 24 * GiB };

const a10g = { gpu_model: 'NVIDIA A10G', gpu_memory_bytes: 24 * GiB };
const hopper = { gpu_model: 'NVIDIA H100 80GB HBM3', gpu_memory_bytes: 80 * GiB };

/** Machine types by name; the two without a cloud are on-premises servers. */
export const machineTypes = {
  'm6i.xlarge': machine(4, 16, { pods: 58, diskGiB: 80 }),
  'm6i.2xlarge': machine(8, 32, { pods: 58, diskGiB: 100 }),
  'r6i.xlarge': machine(4, 32, { pods: 58, diskGiB: 80 }),
  'c6i.xlarge': machine(4, 8, { pods: 58, diskGiB: 80 }),
  'g4dn.xlarge': { ...machine(4, 16, { pods: 29, diskGiB: 125, gpus: 1 }), ...tesla },
  'g5.4xlarge': { ...machine(16, 64, { pods: 110, diskGiB: 600, gpus: 1 }), ...a10g },
  'p5.48xlarge': { ...machine(192, 2048, { pods: 100, diskGiB: 3800, gpus: 8 }), ...hopper },
  'm6i.4xlarge': machine(16, 64, { pods: 110, diskGiB: 200 }),
  'e2-standard-4': machine(4, 16, { pods: 110, diskGiB: 100 }),
  'n2-standard-4': machine(4, 16, { pods: 110, diskGiB: 100 }),
  'n2-standard-8': machine(8, 32, { pods: 110, diskGiB: 100 }),
  'n2-standard-16': machine(16, 64, { pods: 110, diskGiB: 200 }),
  Standard_D4s_v5: machine(4, 16, { pods: 110, diskGiB: 128 }),
  Standard_D8s_v5: machine(8, 32, { pods: 110, diskGiB: 128 }),
  Standard_E4s_v5: machine(4, 32, { pods: 110, diskGiB: 128 }),
  'rack-16': machine(16, 64, { pods: 110, diskGiB: 900 }),
  'rack-gpu': { ...machine(32, 256, { pods: 110, diskGiB: 1800, gpus: 4 }), ...ampere },
} satisfies Record<string, MachineType>;

export type MachineTypeName = keyof typeof machineTypes;
