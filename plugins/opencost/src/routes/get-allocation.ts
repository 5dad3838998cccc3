import { routesOver } from '@costplane/plugin-api';
import { type Kysely } from 'kysely';
import { Type } from 'typebox';
import { type Prefix } from '../config.ts';
import { answerQuestion } from '../queries/answer-question.ts';
import { readScope } from '../queries/scope.ts';
import { type AllocationQuery, toQuestion } from '../question/question.ts';
import { allocationSchema } from '../resources/allocation.ts';
import { summarySchema, toSummary } from '../resources/summary.ts';
import { toSets } from '../resources/to-sets.ts';
import { type OpencostRows } from '../tables.ts';
import { historyErrors, opencostRoute } from './opencost-route.ts';
import { allocationQuery, ignoredQuery } from './parameters.ts';

const response = Type.Array(Type.Record(Type.String(), allocationSchema), {
  description: 'A set for each step, in order: allocations by their names.',
});

const description =
  'What a window cost, aggregated by properties, in the shape of OpenCost. Windows are widened to ' +
  'whole hours, or to whole days where pods, containers or nodes are told apart.';

const allocationRoute = {
  ...opencostRoute,
  description,
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
  const question = toQuestion(context.query, context.now);
  const scope = await readScope(context);
  return toSets(question, await answerQuestion(context.ledger, question, scope, context.now));
}

export const getAllocation = (prefix: Prefix) =>
  routesOver<OpencostRows>()({
    ...allocationRoute,
    operationId: 'opencostGetAllocation',
    path: `${prefix}/allocation`,
    summary: 'Allocated costs (OpenCost)',
    response,
    handler: async (context) => (await readSets(context)).map(({ allocations }) => allocations),
  });

export const getAllocationSummary = (prefix: Prefix) =>
  routesOver<OpencostRows>()({
    ...allocationRoute,
    operationId: 'opencostGetAllocationSummary',
    path: `${prefix}/allocation/summary`,
    summary: 'Allocated costs in short (OpenCost)',
    response: summarySchema,
    handler: async (context) => toSummary(await readSets(context)),
  });
