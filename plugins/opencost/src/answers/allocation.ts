import { namedObject, text } from '@costplane/plugin-api/schema';
import { Type } from 'typebox';
import { type Figures, nothing, round } from '../ledger/figures.ts';
import { type Time, timeFields } from './time.ts';

type Amount = readonly [description: string, make: (one: Figures, hours: number) => number];

/** Usage without a request counts as fully efficient. */
const efficiency = (used: number, requested: number) =>
  requested > 0 ? used / requested : Number(used > 0);

/** The fields of CPU or memory, whose names differ only by prefix. */
function describeResource(name: string, unit: string, figure: 'cpu' | 'memory') {
  const requested = (one: Figures) => one[`${figure}_requested`];
  const used = (one: Figures) => one[`${figure}_used`];
  const larger = (one: Figures) => Math.max(requested(one), used(one));
  return {
    [`${name}${unit}s`]: [`Mean of ${name}${unit}Hours.`, (one, hours) => larger(one) / hours],
    [`${name}${unit}RequestAverage`]: ['Mean requested.', (one, hours) => requested(one) / hours],
    [`${name}${unit}UsageAverage`]: ['Mean used.', (one, hours) => used(one) / hours],
    [`${name}${unit}Hours`]: ['The larger of requested and used, times hours.', larger],
    [`${name}Cost`]: ['Cost, with idle cost where that is shared.', (one) => one[figure]],
    [`${name}Efficiency`]: ['Used over requested.', (one) => efficiency(used(one), requested(one))],
  } satisfies Record<string, Amount>;
}

const unknown: Amount = ['Always 0: the history does not hold it.', () => 0];
const amounts: readonly [name: string, Amount][] = Object.entries({
  ...describeResource('cpu', 'Core', 'cpu'),
  ...describeResource('ram', 'Byte', 'memory'),
  gpuCost: ['Cost of GPUs, with idle cost where that is shared.', (one) => one.gpu],
  networkCost: unknown,
  loadBalancerCost: unknown,
  pvCost: ['Cost of persistent volumes.', (one) => one.storage],
  externalCost: unknown,
  sharedCost: ['Share of the control plane.', (one) => one.management],
  totalCost: [
    'Sum of the costs.',
    (one) => one.cpu + one.memory + one.gpu + one.storage + one.management,
  ],
  totalEfficiency: [
    'Mean of both efficiencies, weighted by cost.',
    (one) =>
      (one.cpu * efficiency(one.cpu_used, one.cpu_requested) +
        one.memory * efficiency(one.memory_used, one.memory_requested)) /
      (one.cpu + one.memory || 1),
  ],
} satisfies Record<string, Amount>);

function mapAmounts<T>(map: (amount: Amount) => T) {
  const mapped: Record<string, T> = {};
  for (const [name, amount] of amounts) mapped[name] = map(amount);
  return mapped;
}

export const allocationSchema = namedObject(
  'OpencostAllocation',
  'The costs allocated to one group.',
  {
    name: text('Values of the properties that it is aggregated by, separated by `/`.'),
    properties: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Properties that it is aggregated by, and the cluster if there is only one.',
    }),
    ...timeFields,
    ...mapAmounts(([description]) => Type.Number({ description })),
    pvs: Type.Record(
      Type.String(),
      Type.Object({ cost: Type.Number({ description: 'Cost of the volumes.' }) }),
      { description: 'The volumes as one; none without a cost.' },
    ),
  },
);

/** The known figures of an allocation, with its name and properties. */
export type Allocated = Partial<Figures> & {
  readonly name: string;
  readonly properties?: Readonly<Record<string, unknown>>;
};

export function toAllocation({ name, properties = {}, ...known }: Allocated, time: Time) {
  const figures = { ...nothing, ...known };
  // Without history all figures are 0, so the divisor must not be.
  const hours = time.minutes / 60 || 1;
  const pvCost = round(figures.storage);
  // Clients sum the cost of volumes from here; `:` separates the cluster from the name of a volume.
  const [cluster, volume] = [(properties.cluster ?? '') as string, name].map((one) =>
    one.replaceAll(':', '_'),
  );
  const key = `cluster=${cluster}:name=${volume}`;
  return {
    name,
    properties,
    ...time,
    ...mapAmounts(([, make]) => round(make(figures, hours))),
    pvs: pvCost === 0 ? {} : { [key]: { cost: pvCost } },
  };
}
