import { routesOver } from '@costplane/plugin-api';
import { named } from '@costplane/plugin-api/schema';
import { type Kysely } from 'kysely';
import { Type } from 'typebox';
import { type Prefix } from '../config.ts';
import { readAllocations } from '../queries/read-allocations.ts';
import { readScope } from '../queries/scope.ts';
import { readView } from '../queries/view.ts';
import { type AllocationQuery, toQuestion } from '../question/question.ts';
import { allocationSchema } from '../resources/allocation.ts';
import { toWindow, windowSchema } from '../resources/time.ts';
import { toSets } from '../resources/to-sets.ts';
import { type OpencostRows } from '../tables.ts';
import { historyErrors, opencostRoute } from './opencost-route.ts';
import { allocationQuery, ignoredQuery } from './parameters.ts';

const allocations = Type.Record(Type.String(), allocationSchema, {
  description: 'Allocations by their names.',
});

const summary = named(
  'OpencostSummary',
  Type.Object({
    sets: Type.Array(Type.Object({ allocations, window: windowSchema }), {
      description: 'A set for each step, in order.',
    }),
  }),
  'Sets of allocations, each with its window.',
);

const allocationRoute = {
  ...opencostRoute,
  description:
    'What a window cost, aggregated by properties, in the shape of OpenCost. Windows are widened to ' +
    'whole hours, or to whole days where pods, containers or nodes are told apart.',
  query: allocationQuery,
  ignoredQuery,
  errors: historyErrors,
} as const;

type Context = Parameters<typeof readScope>[0] & {
  readonly ledger: Kysely<OpencostRows>;
  readonly query: AllocationQuery;
  readonly now: Date;
};

async function readSets(context: Context) {
  const { ledger, query, now } = context;
  const question = toQuestion(query, now);
  const scope = await readScope(context);
  return readView(ledger, question.sets, scope, now, async (view) =>
    toSets(question, await readAllocations(question, view), view.covered),
  );
}

export const getAllocation = (prefix: Prefix) =>
  routesOver<OpencostRows>()({
    ...allocationRoute,
    operationId: 'opencostGetAllocation',
    path: `${prefix}/allocation`,
    summary: 'Allocated costs (OpenCost)',
    response: Type.Array(allocations, { description: 'A set for each step, in order.' }),
    handler: async (context) => (await readSets(context)).map((set) => set.allocations),
  });

export const getAllocationSummary = (prefix: Prefix) =>
  routesOver<OpencostRows>()({
    ...allocationRoute,
    operationId: 'opencostGetAllocationSummary',
    path: `${prefix}/allocation/summary`,
    summary: 'Allocated costs with the windows of sets (OpenCost)',
    response: summary,
    handler: async (context) => ({
      sets: (await readSets(context)).map(({ window, allocations: own }) => ({
        allocations: own,
        window: toWindow(window),
      })),
    }),
  });
