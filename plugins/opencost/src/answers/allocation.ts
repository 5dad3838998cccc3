import { named, text } from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';
import { type Figures } from '../ledger/units.ts';
import { round } from './figures.ts';
import { type describeTime, timeFields } from './time.ts';

/** What is used without a request is used in full. */
const efficiency = (used: number, requested: number) =>
  requested > 0 ? used / requested : Number(used > 0);
const coreHours = (one: Figures) => Math.max(one.cpu_requested, one.cpu_used);
const byteHours = (one: Figures) => Math.max(one.memory_requested, one.memory_used);
const cpuEfficiency = (one: Figures) => efficiency(one.cpu_used, one.cpu_requested);
const ramEfficiency = (one: Figures) => efficiency(one.memory_used, one.memory_requested);
const totalEfficiency = (one: Figures) =>
  one.cpu + one.memory > 0
    ? (one.cpu * cpuEfficiency(one) + one.memory * ramEfficiency(one)) / (one.cpu + one.memory)
    : 0;
const unknown = () => 0;

const none = 'Always 0: the history does not hold it.';

/** Each amount of an allocation: what it is, and how it is made of figures and of the hours that they are of. */
const amounts = {
  cpuCores: ['Mean of cpuCoreHours.', (one, hours) => coreHours(one) / hours],
  cpuCoreRequestAverage: ['Mean requested cores.', (one, hours) => one.cpu_requested / hours],
  cpuCoreUsageAverage: ['Mean used cores.', (one, hours) => one.cpu_used / hours],
  cpuCoreHours: ['The larger of requested and used core-hours.', coreHours],
  cpuCost: ['Cost of CPU, with idle cost where that is shared.', (one) => one.cpu],
  cpuEfficiency: ['Used over requested.', cpuEfficiency],
  gpuCost: ['Cost of GPUs, with idle cost where that is shared.', (one) => one.gpu],
  networkCost: [none, unknown],
  loadBalancerCost: [none, unknown],
  pvCost: ['Cost of persistent volumes.', (one) => one.storage],
  ramBytes: ['Mean of ramByteHours.', (one, hours) => byteHours(one) / hours],
  ramByteRequestAverage: ['Mean requested bytes.', (one, hours) => one.memory_requested / hours],
  ramByteUsageAverage: ['Mean used bytes.', (one, hours) => one.memory_used / hours],
  ramByteHours: ['The larger of requested and used byte-hours.', byteHours],
  ramCost: ['Cost of memory, with idle cost where that is shared.', (one) => one.memory],
  ramEfficiency: ['Used over requested.', ramEfficiency],
  externalCost: [none, unknown],
  sharedCost: ['Share of the control plane.', (one) => one.management],
  totalCost: [
    'Sum of the costs.',
    (one) => one.cpu + one.memory + one.gpu + one.storage + one.management,
  ],
  totalEfficiency: ['Mean of both efficiencies, weighted by cost.', totalEfficiency],
} as const satisfies Record<string, readonly [string, (one: Figures, hours: number) => number]>;
type Amount = keyof typeof amounts;

const mapAmounts = <T>(map: (amount: (typeof amounts)[Amount]) => T) =>
  Object.fromEntries(
    Object.entries(amounts).map(([name, amount]) => [name, map(amount)]),
  ) as Record<Amount, T>;

const volume = Type.Object({ cost: Type.Number({ description: 'Their cost.' }) });

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
    pvs: Type.Record(Type.String(), volume, {
      description: 'The volumes as one; none without a cost.',
    }),
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

export function toAllocation(
  { name, properties, figures }: Allocated,
  time: ReturnType<typeof describeTime>,
): Allocation {
  // Without a history every figure is 0, so that no mean is of nothing.
  const hours = time.minutes / 60 || 1;
  const pvCost = round(figures.storage);
  // Clients add the cost of volumes up from here; `:` parts the name of a volume from its cluster.
  const key = `cluster=${String(properties.cluster)}:name=${name.replaceAll(':', '_')}`;
  return {
    name,
    properties,
    ...time,
    ...mapAmounts(([, make]) => round(make(figures, hours))),
    pvs: pvCost === 0 ? {} : { [key]: { cost: pvCost } },
  };
}
