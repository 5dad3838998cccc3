import { routesOver } from '@costplane/plugin-api';
import { count, named } from '@costplane/plugin-api/schema';
import { Type } from 'typebox';
import { type Prefix } from '../config.ts';
import { onlyRow } from '../queries/only-row.ts';
import { countNodeGroups, selectNodeGroups } from '../queries/select-node-groups.ts';
import { nodeGroupSchema, toNodeGroup } from '../resources/node-group.ts';
import { scopeOf } from '../scope.ts';
import { type LegacyRows } from '../tables.ts';
import { clusterErrors, olderRoute } from './older-route.ts';
import { clusterId, paging } from './parameters.ts';

const response = named(
  'LegacyNodeGroupList',
  Type.Object({
    node_groups: Type.Array(nodeGroupSchema),
    total: count('Node groups that match, whatever the part.'),
  }),
);

export const listNodeGroups = (prefix: Prefix) =>
  routesOver<LegacyRows>()({
    ...olderRoute,
    operationId: 'legacyListNodeGroups',
    path: `${prefix}/v1/node-groups`,
    summary: 'List node groups (legacy)',
    description: 'Highest hourly cost first. Nodes that name no group are in none.',
    scope: 'node_groups:read',
    query: { cluster_id: clusterId, ...paging },
    response,
    errors: clusterErrors,

    async handler(context) {
      const { db, query } = context;
      const scope = await scopeOf(context, query.cluster_id);
      const [groups, { total }] = await Promise.all([
        selectNodeGroups(scope, query).execute(db),
        onlyRow(db, countNodeGroups(scope)),
      ]);
      return { node_groups: groups.rows.map(toNodeGroup), total };
    },
  });
