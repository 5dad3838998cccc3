import { named } from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';
import { type Window } from '../question/window.ts';
import { allocationSchema, windowSchema } from './allocation.ts';
import { type AllocationSet } from './to-sets.ts';
import { toWindow } from './to-allocation.ts';

const summaryAllocationSchema = named(
  'OpencostSummaryAllocation',
  Type.Pick(allocationSchema, [
    'name',
    'start',
    'end',
    'cpuCoreRequestAverage',
    'cpuCoreUsageAverage',
    'cpuCost',
    'cpuCostIdle',
    'gpuRequestAverage',
    'gpuUsageAverage',
    'gpuCost',
    'gpuCostIdle',
    'networkCost',
    'loadBalancerCost',
    'pvCost',
    'ramByteRequestAverage',
    'ramByteUsageAverage',
    'ramCost',
    'ramCostIdle',
    'sharedCost',
    'externalCost',
    'totalEfficiency',
    'totalCost',
  ]),
  'The costs of an allocation.',
);

export const summarySchema = named(
  'OpencostSummary',
  Type.Object({
    step: Type.Number({ description: 'Length of the first set, in nanoseconds.' }),
    sets: Type.Array(
      Type.Object({
        allocations: Type.Record(Type.String(), summaryAllocationSchema, {
          description: 'Allocations by their names.',
        }),
        window: windowSchema,
      }),
      { description: 'A set for each step, in order: allocations by their names.' },
    ),
    window: windowSchema,
  }),
  'Allocated costs in short.',
);

/** The serializer leaves out what a summary does not have. */
export function toSummary(
  sets: readonly { readonly window: Window; readonly allocations: AllocationSet }[],
): Static<typeof summarySchema> {
  const [first = { start: 0, end: 0 }, last = first] = [sets[0]?.window, sets.at(-1)?.window];
  return {
    step: (first.end - first.start) * 1_000_000,
    sets: sets.map(({ window, allocations }) => ({ allocations, window: toWindow(window) })),
    window: toWindow({ start: first.start, end: last.end }),
  };
}
