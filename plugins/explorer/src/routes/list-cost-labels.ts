import {
  acceptsBasis,
  acceptsCostMode,
  booleanParameter,
  clusterFilter,
  dateParameter,
  enumParameter,
  integerParameter,
  optional,
  routesOver,
  textParameter,
  withDefault,
} from '@costplane/plugin-api';
import { visibleClusters } from '@costplane/plugin-api/listing';
import { readOne } from '../queries/read-one.ts';
import { readView } from '../queries/read-view.ts';
import { planReading } from '../queries/reading.ts';
import { selectLabels } from '../queries/select-labels.ts';
import { defaultPerPage, maxPerPage } from '../question/body-schema.ts';
import { maxKeyLength } from '../question/grouping.ts';
import { toQuestion } from '../question/question.ts';
import { refuseWindow } from '../question/refuse-question.ts';
import { explorerEnvelope } from '../resources/envelope.ts';
import { labelsSchema, toLabels } from '../resources/label-schema.ts';
import { type ExplorerRows } from '../tables.ts';

const page = { minimum: 1, maximum: 1_000_000 };
const perPage = { minimum: 1, maximum: maxPerPage };
const invalid = { code: 'VALIDATION_ERROR' } as const;

/** Lists the labels or annotations that cost can be grouped by. */
export const listCostLabels = routesOver<ExplorerRows>()({
  operationId: 'listCostLabels',
  method: 'get',
  path: '/v1/cost-explorer/labels',
  tag: 'Cost explorer',
  summary: 'List the labels that cost can be grouped by',
  description:
    'Keys of labels or annotations that workloads and namespaces with cost have in the window, ' +
    'with the number of values and the share of all cost, most expensive first, then by key.',
  scope: 'cost_explorer:read',
  query: {
    kind: withDefault(
      enumParameter(['label', 'annotation'], 'Whether to list labels or annotations.'),
      'label',
    ),
    start_date: optional(dateParameter('First day (UTC). Default: 29 days before `end_date`.')),
    end_date: optional(
      dateParameter('Last day (UTC), inclusive; the window is at most 3,660 days. Default: today.'),
    ),
    cluster_id: clusterFilter(),
    label_inheritance: withDefault(
      booleanParameter('Whether workloads inherit keys that they lack from their namespace.'),
      false,
    ),
    search: optional(textParameter('Part of the key, ignoring case.', { maxLength: maxKeyLength })),
    page: withDefault(integerParameter(page, 'Number of the page, from 1.', invalid), 1),
    per_page: withDefault(integerParameter(perPage, 'Keys per page.', invalid), defaultPerPage),
  },
  refuse: ({ query, now }) => refuseWindow(query, now),
  costMode: acceptsCostMode(),
  basis: acceptsBasis,
  response: labelsSchema,
  envelope: explorerEnvelope,
  errors: ['UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT'],

  async handler({ ledger, organization, allowedClusters, query, costMode, basis, now }) {
    const { kind, cluster_id: clusters, ...rest } = query;
    const question = toQuestion({ ...rest, cost_mode: costMode, basis }, now);
    const scope = {
      organizationId: organization.id,
      clusters: visibleClusters(allowedClusters, clusters),
    };
    const field = kind === 'label' ? 'labels' : 'annotations';
    const labels = await readView(ledger, scope, question.window, async (view, contents) => {
      const reading = planReading(question.window, contents.periods, contents.archivedMonths);
      return {
        ...(await readOne(view, selectLabels(field, question, scope, reading))),
        ...(reading.days.length + reading.periods.length === 0 ? { total_cost: null } : {}),
        ...contents,
      };
    });
    return toLabels(field, labels, question, organization.currency);
  },
});
