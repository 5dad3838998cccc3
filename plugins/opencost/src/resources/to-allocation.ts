import { hourMs, minuteMs, type Window } from '../question/window.ts';
import { type Allocation, type AllocationProperties } from './allocation.ts';
import { type Figures, round, splitLikeCompute } from './sums.ts';

/** What an allocation is made of. */
export interface Allocated {
  readonly name: string;
  readonly properties: AllocationProperties;
  readonly figures: Figures;
  /** Whether idle costs are shared out: they are in the costs of CPU, memory and GPUs then. */
  readonly sharesIdle: boolean;
}

/** What of a set has a history. */
export function clip(set: Window, covered: Window | undefined): Window {
  const { start, end } = covered ?? set;
  return {
    start: Math.min(Math.max(set.start, start), set.end),
    end: Math.max(Math.min(set.end, end), set.start),
  };
}

export const toTime = (instant: number) => new Date(instant).toISOString().replace(/\.\d+Z/, 'Z');

export const toWindow = ({ start, end }: Window) => ({ start: toTime(start), end: toTime(end) });

/** An allocation of a set, of which `lasting` has a history. */
export function toAllocation(
  { name, properties, figures, sharesIdle }: Allocated,
  set: Window,
  lasting: Window,
): Allocation {
  const hours = (lasting.end - lasting.start) / hourMs;
  const mean = (figure: number) => (hours > 0 ? round(figure / hours) : 0);
  const idle = splitLikeCompute(sharesIdle ? figures.idle : 0, figures);
  const cpuEfficiency = efficiency(figures.cpu_used, figures.cpu_requested);
  const ramEfficiency = efficiency(figures.memory_used, figures.memory_requested);
  const [cpuCost, ramCost] = [figures.cpu + idle.cpu, figures.memory + idle.memory];
  const gpuCost = figures.gpu + idle.gpu;
  const cpuCoreHours = Math.max(figures.cpu_requested, figures.cpu_used);
  const ramByteHours = Math.max(figures.memory_requested, figures.memory_used);
  const weighted = cpuCost * cpuEfficiency + ramCost * ramEfficiency;
  return {
    name,
    properties,
    window: toWindow(set),
    ...toWindow(lasting),
    minutes: round((lasting.end - lasting.start) / minuteMs),
    ...zeros,
    cpuCores: mean(cpuCoreHours),
    cpuCoreRequestAverage: mean(figures.cpu_requested),
    cpuCoreUsageAverage: mean(figures.cpu_used),
    cpuCoreHours: round(cpuCoreHours),
    cpuCost: round(cpuCost),
    cpuCostIdle: round(idle.cpu),
    cpuEfficiency: round(cpuEfficiency),
    gpuCost: round(gpuCost),
    gpuCostIdle: round(idle.gpu),
    pvCost: round(figures.storage),
    pvs: toVolumes(name, properties, figures.storage),
    ramBytes: mean(ramByteHours),
    ramByteRequestAverage: mean(figures.memory_requested),
    ramByteUsageAverage: mean(figures.memory_used),
    ramByteHours: round(ramByteHours),
    ramCost: round(ramCost),
    ramCostIdle: round(idle.memory),
    ramEfficiency: round(ramEfficiency),
    sharedCost: round(figures.management),
    totalCost: round(cpuCost + ramCost + gpuCost + figures.storage + figures.management),
    totalEfficiency: round(cpuCost + ramCost > 0 ? weighted / (cpuCost + ramCost) : 0),
    lbAllocations: null,
  };
}

/** What is used without a request is used in full. */
function efficiency(used: number, requested: number): number {
  if (requested > 0) return used / requested;
  return used > 0 ? 1 : 0;
}

/** Clients add the cost of volumes up from here; `:` parts the name of a volume from its cluster. */
function toVolumes(
  name: string,
  { cluster = '' }: AllocationProperties,
  cost: number,
): Allocation['pvs'] {
  if (round(cost) === 0) return null;
  const key = [`cluster=${cluster}`, `name=${name}`].map((part) => part.replaceAll(':', '_'));
  return { [key.join(':')]: { byteHours: 0, cost: round(cost), providerID: '' } };
}

/** What the history does not hold. */
const zeros = {
  cpuCostAdjustment: 0,
  gpuCount: 0,
  gpuRequestAverage: 0,
  gpuUsageAverage: 0,
  gpuHours: 0,
  gpuCostAdjustment: 0,
  gpuEfficiency: 0,
  networkTransferBytes: 0,
  networkReceiveBytes: 0,
  networkCost: 0,
  networkCrossZoneCost: 0,
  networkCrossRegionCost: 0,
  networkInternetCost: 0,
  networkCostAdjustment: 0,
  loadBalancerCost: 0,
  loadBalancerCostAdjustment: 0,
  pvBytes: 0,
  pvByteHours: 0,
  pvCostAdjustment: 0,
  ramCostAdjustment: 0,
  externalCost: 0,
};
