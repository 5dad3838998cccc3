import { defineRoute } from '@costplane/plugin-api';
import { namedObject } from '@costplane/plugin-api/schema';
import { Type } from 'typebox';
import { allocationSchema } from '../answers/allocation.ts';
import { readSets } from '../answers/read-sets.ts';
import { windowSchema } from '../answers/time.ts';
import { allocationQuery } from '../question/parameters.ts';
import { historyRoute, withWarning } from './opencost-route.ts';

const allocations = Type.Record(Type.String(), allocationSchema, {
  description: 'Allocations by name.',
});
const inOrder = { description: 'One set per step, in chronological order.' };
const summary = namedObject('OpencostSummary', 'Sets of allocations with their windows.', {
  step: Type.Number({ description: 'Length of the first set, in nanoseconds.' }),
  sets: Type.Array(Type.Object({ allocations, window: windowSchema }), inOrder),
  window: windowSchema,
});

const allocationRoute = {
  ...historyRoute,
  description:
    'Cost of a window, aggregated by properties, in the format of OpenCost. Windows are widened to ' +
    'whole hours, or to whole days if pods, containers or nodes are distinguished, or hours are no ' +
    'longer kept.',
  query: allocationQuery,
} as const;

export const getAllocation = defineRoute({
  ...allocationRoute,
  operationId: 'opencostGetAllocation',
  path: '/allocation',
  summary: 'Get allocated costs (OpenCost)',
  response: withWarning(Type.Array(allocations, inOrder)),
  async handler(context) {
    const { data, ...warning } = await readSets(context);
    return { data: data.sets.map((set) => set.allocations), ...warning };
  },
});

export const getAllocationSummary = defineRoute({
  ...allocationRoute,
  operationId: 'opencostGetAllocationSummary',
  path: '/allocation/summary',
  summary: 'Get allocated costs and their windows (OpenCost)',
  response: withWarning(summary),
  handler: readSets,
});
