import { toCpuUse, toMemoryUse } from '@costplane/plugin-api/schema';
import { nullableNumber } from './amounts.ts';

/** Usage and the base that it is compared with; null when unknown. */
export interface UseFigures {
  readonly cpu_used_cores: string | null;
  readonly cpu_base_cores: string | null;
  readonly memory_used_bytes: number | null;
  readonly memory_base_bytes: number | null;
}

const utilization = nullableNumber(
  'Usage relative to allocatable, in percent; null without metrics.',
);
export const utilizationFields = {
  avg_cpu_utilization: utilization,
  avg_memory_utilization: utilization,
};
export const toUtilization = (figures: UseFigures) => ({
  avg_cpu_utilization: toCpuPercent(figures),
  avg_memory_utilization: toMemoryPercent(figures),
});

export const efficiencySchema = (base: string) =>
  nullableNumber(
    `Mean of CPU and memory usage relative to ${base}, in percent, each capped at 100; null ` +
      'without metrics.',
  );

const toCpuPercent = ({ cpu_used_cores: used, cpu_base_cores: base }: UseFigures) =>
  toCpuUse(used, base).utilization_percent ?? null;

const toMemoryPercent = ({ memory_used_bytes: used, memory_base_bytes: base }: UseFigures) =>
  toMemoryUse(used, base).utilization_percent ?? null;

/** In percent, with two decimal places. */
export function toEfficiency(figures: UseFigures): number | null {
  const [cpu, memory] = [toCpuPercent(figures), toMemoryPercent(figures)];
  if (cpu === null || memory === null) return null;
  return Math.round((Math.min(cpu, 100) + Math.min(memory, 100)) * 50) / 100;
}
