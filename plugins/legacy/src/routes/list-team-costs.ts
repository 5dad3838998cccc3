import { routesOver } from '@costplane/plugin-api';
import { count, namedObject } from '@costplane/plugin-api/schema';
import { Type } from 'typebox';
import { onlyRow } from '../queries/only-row.ts';
import { selectOwners, teams } from '../queries/roll-up.ts';
import { teamCostSchema, ownerSummary, toTeamCost } from '../resources/owner.ts';
import { readScope } from '../scope.ts';
import { type LegacyRows } from '../tables.ts';
import { clusterErrors, legacyRoute } from './legacy-route.ts';
import { clusterId, paging } from './parameters.ts';

const response = namedObject('LegacyTeamCostList', 'One page of teams.', {
  teams: Type.Array(teamCostSchema, { description: 'The teams of the page.' }),
  total: count('Number of teams, not only of this page.'),
  summary: ownerSummary,
});

export const listTeamCosts = routesOver<LegacyRows>()({
  ...legacyRoute,
  operationId: 'legacyListTeamCosts',
  path: '/v1/costs/teams',
  summary: 'List costs by team (legacy)',
  description:
    'All teams of the organization, highest hourly cost first. Figures cover the clusters ' +
    'that the key may read, or only `cluster_id`.',
  scope: 'costs:teams:read',
  query: { cluster_id: clusterId, ...paging },
  response,
  errors: clusterErrors,

  async handler(context) {
    const { db, query } = context;
    const scope = await readScope(context, query.cluster_id);
    const owners = teams({ ...scope, clusters: context.allowedClusters });
    const { rows, total, ...summary } = await onlyRow(db, selectOwners(scope, owners, query));
    return { teams: rows.map(toTeamCost), total, summary };
  },
});
