import {
  clusterFilter,
  csv,
  ignoresCostMode,
  notFound,
  routesOver,
  textParameter,
  uuidParameter,
} from '@costplane/plugin-api';
import { Type } from 'typebox';
import { selectTeamName } from '../queries/select-teams.ts';
import { teamAssignmentSchema } from '../resources/team-assignment-schema.ts';
import { type AllocationRows } from '../tables.ts';
import { assignmentList } from './assignment-list.ts';

/** Lists the assignments of a team, sorted by id. */
export const listTeamAssignments = routesOver<AllocationRows>()({
  operationId: 'listTeamAssignments',
  method: 'get',
  path: '/v1/teams/{team_id}/assignments',
  tag: 'Teams',
  summary: 'List the assignments of a team',
  description:
    'One row per entity, sorted by id, in the clusters that the key may read. `cost_mode` is ' +
    'ignored: it is neither validated nor echoed.',
  scope: 'teams:read',
  params: { team_id: uuidParameter('Id of the team.') },
  paged: true,
  query: {
    entity_type: csv(textParameter('Entity types, such as `workload` or `namespace`.')),
    cluster_id: clusterFilter('INVALID_CLUSTER_ID'),
    source: csv(
      textParameter(
        'Sources of the assignment, such as `user_manual`, `k8s_label` or `namespace_auto`.',
      ),
    ),
  },
  costMode: ignoresCostMode,
  cacheable: true,
  response: Type.Array(teamAssignmentSchema),
  errors: ['TEAM_NOT_FOUND'],

  async handler(context) {
    const { db, params, query } = context;
    const team = await selectTeamName(db, context, params.team_id).executeTakeFirst();
    if (!team) throw notFound('TEAM_NOT_FOUND', 'team_id');
    const filters = { ...query, team_id: team.id };
    return assignmentList.page({ ...context, team }, { clusters: query.cluster_id, filters });
  },
});
