import { defineRoute } from '@costplane/plugin-api';
import { namedObject } from '@costplane/plugin-api/schema';
import { Type } from 'typebox';
import { allocationSchema } from '../answers/allocation.ts';
import { readSets } from '../answers/read-sets.ts';
import { windowSchema } from '../answers/time.ts';
import { allocationQuery } from '../question/parameters.ts';
import { historyRoute } from './opencost-route.ts';

const allocations = Type.Record(Type.String(), allocationSchema, {
  description: 'Allocations by name.',
});
const inOrder = { description: 'One set per step, in chronological order.' };
const summary = namedObject('OpencostSummary', 'Sets of allocations with their windows.', {
  sets: Type.Array(Type.Object({ allocations, window: windowSchema }), inOrder),
});

const allocationRoute = {
  ...historyRoute,
  description:
    'Cost of a window, aggregated by properties, in the format of OpenCost. Windows are widened to ' +
    'whole hours, or to whole days if pods, containers or nodes are distinguished.',
  query: allocationQuery,
} as const;

export const getAllocation = defineRoute({
  ...allocationRoute,
  operationId: 'opencostGetAllocation',
  path: '/allocation',
  summary: 'Get allocated costs (OpenCost)',
  response: Type.Array(allocations, inOrder),
  handler: async (context) => (await readSets(context)).map((set) => set.allocations),
});

export const getAllocationSummary = defineRoute({
  ...allocationRoute,
  operationId: 'opencostGetAllocationSummary',
  path: '/allocation/summary',
  summary: 'Get allocated costs and their windows (OpenCost)',
  response: summary,
  handler: async (context) => ({ sets: await readSets(context) }),
});
