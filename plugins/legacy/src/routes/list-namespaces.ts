import { optional, routesOver, textParameter } from '@costplane/plugin-api';
import { count, namedObject } from '@costplane/plugin-api/schema';
import { Type } from 'typebox';
import { onlyRow } from '../queries/only-row.ts';
import { selectNamespaces, selectNamespaceTotals } from '../queries/select-namespaces.ts';
import { hourlyCost } from '../resources/amounts.ts';
import { namespaceSchema, toNamespace } from '../resources/namespace.ts';
import { readScope } from '../scope.ts';
import { type LegacyRows } from '../tables.ts';
import { clusterErrors, legacyRoute } from './legacy-route.ts';
import { clusterId, paging } from './parameters.ts';

const response = namedObject('LegacyNamespaceList', 'One page of namespaces.', {
  namespaces: Type.Array(namespaceSchema, { description: 'The namespaces of the page.' }),
  total: count('Number of matching namespaces, not only of this page.'),
  summary: Type.Object(
    {
      total_hourly_cost: hourlyCost,
      total_pods: count('Pods that Kubernetes lists, including finished ones.'),
      total_workloads: count('Workloads.'),
    },
    { description: 'Sum over all matching namespaces.' },
  ),
});

export const listNamespaces = routesOver<LegacyRows>()({
  ...legacyRoute,
  operationId: 'legacyListNamespaces',
  path: '/v1/namespaces',
  summary: 'List namespaces (legacy)',
  description:
    'Sorted by hourly cost, highest first. `team` and `department` match the values in the ' +
    'rows exactly.',
  scope: 'namespaces:read',
  query: {
    cluster_id: clusterId,
    team: optional(textParameter('Name of a team.', { maxLength: 512 })),
    department: optional(textParameter('Name of a department.', { maxLength: 512 })),
    ...paging,
  },
  response,
  errors: clusterErrors,

  async handler(context) {
    const { db, query } = context;
    const scope = await readScope(context, query.cluster_id);
    const [rows, totals] = await Promise.all([
      selectNamespaces(scope, query, query).execute(db),
      onlyRow(db, selectNamespaceTotals(scope, query)),
    ]);
    return {
      namespaces: rows.rows.map(toNamespace),
      total: totals.total,
      summary: {
        total_hourly_cost: totals.hourly_cost,
        total_pods: totals.pods,
        total_workloads: totals.workloads,
      },
    };
  },
});
