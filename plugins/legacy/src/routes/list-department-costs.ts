import { routesOver } from '@costplane/plugin-api';
import { count, namedObject } from '@costplane/plugin-api/schema';
import { Type } from 'typebox';
import { onlyRow } from '../queries/only-row.ts';
import { departments, selectOwners } from '../queries/roll-up.ts';
import { departmentCostSchema, ownerSummary, toDepartmentCost } from '../resources/owner.ts';
import { readScope } from '../scope.ts';
import { type LegacyRows } from '../tables.ts';
import { clusterErrors, legacyRoute } from './legacy-route.ts';
import { clusterId, paging } from './parameters.ts';

const response = namedObject('LegacyDepartmentCostList', 'One page of departments.', {
  departments: Type.Array(departmentCostSchema, { description: 'The departments of the page.' }),
  total: count('Number of departments, not only of this page.'),
  summary: ownerSummary,
});

export const listDepartmentCosts = routesOver<LegacyRows>()({
  ...legacyRoute,
  operationId: 'legacyListDepartmentCosts',
  path: '/v1/costs/departments',
  summary: 'List costs by department (legacy)',
  description:
    'All departments of the organization, highest hourly cost first. Figures cover the ' +
    'clusters that the key may read, or only `cluster_id`.',
  scope: 'costs:departments:read',
  query: { cluster_id: clusterId, ...paging },
  response,
  errors: clusterErrors,

  async handler(context) {
    const { db, query } = context;
    const scope = await readScope(context, query.cluster_id);
    const owners = departments({ ...scope, clusters: context.allowedClusters });
    const { rows, total, ...summary } = await onlyRow(db, selectOwners(scope, owners, query));
    return { departments: rows.map(toDepartmentCost), total, summary };
  },
});
