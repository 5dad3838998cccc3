import { routesOver } from '@costplane/plugin-api';
import { count, namedObject } from '@costplane/plugin-api/schema';
import { Type } from 'typebox';
import { onlyRow } from '../queries/only-row.ts';
import { countNodeGroups, selectNodeGroups } from '../queries/select-node-groups.ts';
import { nodeGroupSchema, toNodeGroup } from '../resources/node-group.ts';
import { readScope } from '../scope.ts';
import { type LegacyRows } from '../tables.ts';
import { clusterErrors, legacyRoute } from './legacy-route.ts';
import { clusterId, paging } from './parameters.ts';

const response = namedObject('LegacyNodeGroupList', 'One page of node groups.', {
  node_groups: Type.Array(nodeGroupSchema, { description: 'The node groups of the page.' }),
  total: count('Number of matching node groups, not only of this page.'),
});

export const listNodeGroups = routesOver<LegacyRows>()({
  ...legacyRoute,
  operationId: 'legacyListNodeGroups',
  path: '/v1/node-groups',
  summary: 'List node groups (legacy)',
  description: 'Sorted by hourly cost, highest first. Nodes without a group are not included.',
  scope: 'node_groups:read',
  query: { cluster_id: clusterId, ...paging },
  response,
  errors: clusterErrors,

  async handler(context) {
    const { db, query } = context;
    const scope = await readScope(context, query.cluster_id);
    const [groups, { total }] = await Promise.all([
      selectNodeGroups(scope, query).execute(db),
      onlyRow(db, countNodeGroups(scope)),
    ]);
    return { node_groups: groups.rows.map(toNodeGroup), total };
  },
});
