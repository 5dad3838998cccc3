import { named, text } from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';
import { type Window } from '../question/window.ts';
import { type Figures, round, splitLikeCompute } from './figures.ts';
import { describeTime, timeFields } from './time.ts';

/** What an amount is made from: all that is allocated, its shared idle costs among them. */
type Part = Figures & {
  readonly idleOf: ReturnType<typeof splitLikeCompute>;
  readonly hours: number;
};

/** What is used without a request is used in full. */
const efficiency = (used: number, requested: number) =>
  requested > 0 ? used / requested : Number(used > 0);
const mean = (figure: number, { hours }: Part) => (hours > 0 ? figure / hours : 0);
const coreHours = (part: Part) => Math.max(part.cpu_requested, part.cpu_used);
const byteHours = (part: Part) => Math.max(part.memory_requested, part.memory_used);
const cpuCost = (part: Part) => part.cpu + part.idleOf.cpu;
const ramCost = (part: Part) => part.memory + part.idleOf.memory;
const gpuCost = (part: Part) => part.gpu + part.idleOf.gpu;
const cpuEfficiency = (part: Part) => efficiency(part.cpu_used, part.cpu_requested);
const ramEfficiency = (part: Part) => efficiency(part.memory_used, part.memory_requested);
const unknown = () => 0;

function totalEfficiency(part: Part): number {
  const [cpu, ram] = [cpuCost(part), ramCost(part)];
  return cpu + ram > 0 ? (cpu * cpuEfficiency(part) + ram * ramEfficiency(part)) / (cpu + ram) : 0;
}

const none = 'Always 0: the history does not hold it.';

/** Each amount of an allocation: what it is, and how it is made. */
const amounts = {
  cpuCores: ['Mean of cpuCoreHours.', (part) => mean(coreHours(part), part)],
  cpuCoreRequestAverage: ['Mean requested cores.', (part) => mean(part.cpu_requested, part)],
  cpuCoreUsageAverage: ['Mean used cores.', (part) => mean(part.cpu_used, part)],
  cpuCoreHours: ['The larger of requested and used core-hours.', coreHours],
  cpuCost: ['Cost of CPU, with idle cost where that is shared.', cpuCost],
  cpuCostIdle: ['Of cpuCost, shared idle cost.', (part) => part.idleOf.cpu],
  cpuEfficiency: ['Used over requested.', cpuEfficiency],
  gpuCost: ['Cost of GPUs, with idle cost where that is shared.', gpuCost],
  gpuCostIdle: ['Of gpuCost, shared idle cost.', (part) => part.idleOf.gpu],
  networkCost: [none, unknown],
  loadBalancerCost: [none, unknown],
  pvCost: ['Cost of persistent volumes.', (part) => part.storage],
  ramBytes: ['Mean of ramByteHours.', (part) => mean(byteHours(part), part)],
  ramByteRequestAverage: ['Mean requested bytes.', (part) => mean(part.memory_requested, part)],
  ramByteUsageAverage: ['Mean used bytes.', (part) => mean(part.memory_used, part)],
  ramByteHours: ['The larger of requested and used byte-hours.', byteHours],
  ramCost: ['Cost of memory, with idle cost where that is shared.', ramCost],
  ramCostIdle: ['Of ramCost, shared idle cost.', (part) => part.idleOf.memory],
  ramEfficiency: ['Used over requested.', ramEfficiency],
  externalCost: [none, unknown],
  sharedCost: ['Share of the control plane.', (part) => part.management],
  totalCost: [
    'Sum of the costs.',
    (part) => cpuCost(part) + ramCost(part) + gpuCost(part) + part.storage + part.management,
  ],
  totalEfficiency: ['Mean of both efficiencies, weighted by cost.', totalEfficiency],
} as const satisfies Readonly<Record<string, readonly [string, (part: Part) => number]>>;

const mapAmounts = <T>(amount: (one: (typeof amounts)[keyof typeof amounts]) => T) =>
  Object.fromEntries(Object.entries(amounts).map(([name, one]) => [name, amount(one)])) as Record<
    keyof typeof amounts,
    T
  >;

const volumes = Type.Record(
  Type.String(),
  Type.Object({ cost: Type.Number({ description: 'Their cost.' }) }),
  { description: 'The volumes as one; none without a cost.' },
);

export const allocationSchema = named(
  'OpencostAllocation',
  Type.Object({
    name: text('The values aggregated by, with / between.'),
    properties: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'The values by the names of what was aggregated by, and the cluster if it is one.',
    }),
    ...timeFields,
    ...mapAmounts(([description]) => Type.Number({ description })),
    pvs: volumes,
  }),
  'What was allocated to one value of what was aggregated by.',
);
export type Allocation = Static<typeof allocationSchema>;

/** What an allocation is made of. */
export interface Allocated {
  readonly name: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly figures: Figures;
}

/** An allocation of a set, whose idle costs are in those of CPU, memory and GPUs if they are shared. */
export function toAllocation(
  { name, properties, figures }: Allocated,
  sharesIdle: boolean,
  set: Window,
  covered: Window | undefined,
): Allocation {
  const { hours, fields } = describeTime(set, covered);
  const idleOf = splitLikeCompute(sharesIdle ? figures.idle : 0, figures);
  const pvCost = round(figures.storage);
  // Clients add the cost of volumes up from here; `:` parts the name of a volume from its cluster.
  const key = `cluster=${String(properties.cluster)}:name=${name.replaceAll(':', '_')}`;
  return {
    name,
    properties,
    ...fields,
    ...mapAmounts(([, make]) => round(make({ ...figures, idleOf, hours }))),
    pvs: pvCost === 0 ? {} : { [key]: { cost: pvCost } },
  };
}
