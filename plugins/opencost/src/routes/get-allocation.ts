import { defineRoute } from '@costplane/plugin-api';
import { namedObject } from '@costplane/plugin-api/schema';
import { Type } from 'typebox';
import { allocationSchema } from '../answers/allocation.ts';
import { readSets } from '../answers/read-sets.ts';
import { windowSchema } from '../answers/time.ts';
import { allocationQuery } from '../question/parameters.ts';
import { historyRoute } from './opencost-route.ts';

const allocations = Type.Record(Type.String(), allocationSchema, {
  description: 'Allocations by their names.',
});
const inOrder = { description: 'A set for each step, in order.' };
const summary = namedObject('OpencostSummary', 'Sets of allocations, each with its window.', {
  sets: Type.Array(Type.Object({ allocations, window: windowSchema }), inOrder),
});

const allocationRoute = {
  ...historyRoute,
  description:
    'What a window cost, aggregated by properties, in the shape of OpenCost. Windows are widened to ' +
    'whole hours, or to whole days where pods, containers or nodes are told apart.',
  query: allocationQuery,
} as const;

export const getAllocation = defineRoute({
  ...allocationRoute,
  operationId: 'opencostGetAllocation',
  path: '/allocation',
  summary: 'Allocated costs (OpenCost)',
  response: Type.Array(allocations, inOrder),
  handler: async (context) => (await readSets(context)).map((set) => set.allocations),
});

export const getAllocationSummary = defineRoute({
  ...allocationRoute,
  operationId: 'opencostGetAllocationSummary',
  path: '/allocation/summary',
  summary: 'Allocated costs with the windows of sets (OpenCost)',
  response: summary,
  handler: async (context) => ({ sets: await readSets(context) }),
});
