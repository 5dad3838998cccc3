/** Columns that are summed for each figure, as far as a table has them; in figures × seconds. */
export const figureColumns = {
  cpu: ['cpu_cost_seconds'],
  memory: ['memory_cost_seconds'],
  gpu: ['gpu_cost_seconds'],
  // As in OpenCost, overhead of the system and unallocated cost count as idle.
  idle: [
    'idle_cost_seconds',
    'overhead_cost_seconds',
    'unallocated_compute_cost_seconds',
    'unallocated_cost_seconds',
  ],
  storage: ['storage_cost_seconds', 'unallocated_storage_cost_seconds'],
  management: ['management_cost_seconds', 'unallocated_management_cost_seconds'],
  cpu_requested: ['cpu_requested_core_seconds'],
  cpu_used: ['cpu_used_core_seconds'],
  memory_requested: ['memory_requested_byte_seconds'],
  memory_used: ['memory_used_byte_seconds'],
};
export type FigureName = keyof typeof figureColumns;
export const figureNames = Object.keys(figureColumns) as FigureName[];

/** In the currency, core-hours and byte-hours; unknown figures are 0. */
export type Figures = Readonly<Record<FigureName, number>>;
export const nothing = Object.fromEntries(figureNames.map((name) => [name, 0])) as Figures;

/** Rounds to five decimals, like OpenCost; never -0. */
export const round = (value: number): number => Math.round(value * 100_000) / 100_000 || 0;

/** Cost of CPU, memory and GPUs, including idle cost. */
export const sumCompute = ({ cpu, memory, gpu, idle }: Figures) => cpu + memory + gpu + idle;

/** Splits a cost in proportion to direct compute costs; all of it is CPU if there are none. */
export function splitLikeCompute(cost: number, like: Figures) {
  const whole = like.cpu + like.memory + like.gpu;
  const memory = whole > 0 ? (cost * like.memory) / whole : 0;
  const gpu = whole > 0 ? (cost * like.gpu) / whole : 0;
  return { cpu: cost - memory - gpu, memory, gpu };
}
