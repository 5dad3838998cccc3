/** What is added up of figures × seconds: of these columns those that a table has. */
export const figureColumns = {
  cpu: ['cpu_cost_seconds'],
  memory: ['memory_cost_seconds'],
  gpu: ['gpu_cost_seconds'],
  // What the system takes of a node is idle, as in OpenCost; so is what nobody could be given.
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

/** In the currency, core-hours and byte-hours; what is not known is 0. */
export type Figures = Readonly<Record<FigureName, number>>;
export const nothing = Object.fromEntries(figureNames.map((name) => [name, 0])) as Figures;

/** As OpenCost rounds: to five decimals. Never -0, which JSON does not tell from 0. */
export const round = (value: number): number => Math.round(value * 100_000) / 100_000 || 0;

/** CPU, memory and GPUs with what nobody uses of them. */
export const sumCompute = ({ cpu, memory, gpu, idle }: Figures) => cpu + memory + gpu + idle;

/** Splits a cost like the direct costs of compute; it is CPU's where there are none. */
export function splitLikeCompute(cost: number, like: Figures) {
  const whole = like.cpu + like.memory + like.gpu;
  const memory = whole > 0 ? (cost * like.memory) / whole : 0;
  const gpu = whole > 0 ? (cost * like.gpu) / whole : 0;
  return { cpu: cost - memory - gpu, memory, gpu };
}
