import { notFound, routesOver } from '@costplane/plugin-api';
import { namedObject } from '@costplane/plugin-api/schema';
import { Type } from 'typebox';
import { firstRow } from '../queries/only-row.ts';
import { selectNamespace } from '../queries/select-namespaces.ts';
import { selectWorkloads } from '../queries/select-workloads.ts';
import { namespaceFields, toNamespace } from '../resources/namespace.ts';
import { toWorkload, workloadSchema } from '../resources/workload.ts';
import { readScope } from '../scope.ts';
import { type LegacyRows } from '../tables.ts';
import { clusterErrors, legacyRoute } from './legacy-route.ts';
import { namespaceName, requiredClusterId } from './parameters.ts';

const response = namedObject('LegacyNamespaceDetails', 'A namespace with its workloads.', {
  ...namespaceFields,
  workloads: Type.Array(workloadSchema, { description: 'All of its workloads.' }),
});

export const getNamespaceDetails = routesOver<LegacyRows>()({
  ...legacyRoute,
  operationId: 'legacyGetNamespaceDetails',
  path: '/v1/namespaces/{namespace_name}/details',
  summary: 'Get a namespace (legacy)',
  description: 'Includes all of its workloads, highest hourly cost first.',
  scope: 'namespaces:read',
  params: { namespace_name: namespaceName },
  query: { cluster_id: requiredClusterId },
  response,
  errors: [...clusterErrors, 'NAMESPACE_NOT_FOUND'],

  async handler(context) {
    const { db, params, query } = context;
    const scope = await readScope(context, query.cluster_id);
    const [row, workloads] = await Promise.all([
      firstRow(db, selectNamespace(scope, params.namespace_name)),
      selectWorkloads(scope, params.namespace_name).execute(db),
    ]);
    if (!row) throw notFound('NAMESPACE_NOT_FOUND', 'namespace_name');
    return { ...toNamespace(row), workloads: workloads.rows.map(toWorkload) };
  },
});
