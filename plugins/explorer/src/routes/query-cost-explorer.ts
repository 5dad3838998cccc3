import { ignoresCostMode, routesOver } from '@costplane/plugin-api';
import { visibleClusters } from '@costplane/plugin-api/listing';
import { answerQuestion } from '../queries/answer-question.ts';
import { bodySchema } from '../question/body-schema.ts';
import { toQuestion } from '../question/question.ts';
import { refuseQuestion } from '../question/refuse-question.ts';
import { answerSchema } from '../resources/answer-schema.ts';
import { explorerEnvelope } from '../resources/envelope.ts';
import { toAnswer } from '../resources/to-answer.ts';
import { type ExplorerRows } from '../tables.ts';

/** One page of cost rows in any grouping, with totals over all rows. */
export const queryCostExplorer = routesOver<ExplorerRows>()({
  operationId: 'queryCostExplorer',
  method: 'post',
  path: '/v1/cost-explorer/query',
  tag: 'Cost explorer',
  summary: 'Query the cost explorer',
  description:
    'Cost over whole days (UTC), one row per resource or name, most expensive first, paged by ' +
    '`page` and `per_page`. Filters apply to clusters, nodes and workloads as they were on ' +
    'each day.',
  scope: 'cost_explorer:read',
  body: bodySchema,
  maxBodyBytes: 2 ** 20,
  refuse: refuseQuestion,
  costMode: ignoresCostMode,
  response: answerSchema,
  envelope: explorerEnvelope,
  errors: [
    'INVALID_CLUSTER_ID',
    'VALIDATION_ERROR',
    'INVALID_COST_MODE',
    'UPSTREAM_UNAVAILABLE',
    'UPSTREAM_TIMEOUT',
  ],

  async handler({ ledger, organization, allowedClusters, body, now }) {
    const question = toQuestion(body, now);
    const scope = {
      organizationId: organization.id,
      clusters: visibleClusters(allowedClusters, question.clusterIds),
    };
    const result = await answerQuestion(ledger, question, scope);
    return toAnswer(question, result, organization.currency);
  },
});
