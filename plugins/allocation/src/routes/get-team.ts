import {
  acceptsBasis,
  acceptsCostMode,
  notFound,
  routesOver,
  uuidParameter,
} from '@costplane/plugin-api';
import { selectTeams } from '../queries/select-teams.ts';
import { teamSchema } from '../resources/team-schema.ts';
import { toTeam } from '../resources/to-team.ts';
import { type AllocationRows } from '../tables.ts';

export const getTeam = routesOver<AllocationRows>()({
  operationId: 'getTeam',
  method: 'get',
  path: '/v1/teams/{team_id}',
  tag: 'Teams',
  summary: 'Get a team',
  description: 'Figures are computed per request, over the clusters that the key may read.',
  scope: 'teams:read',
  params: { team_id: uuidParameter('Id of the team.') },
  costMode: acceptsCostMode(),
  basis: acceptsBasis,
  cacheable: true,
  response: teamSchema,
  errors: ['TEAM_NOT_FOUND'],

  async handler(context) {
    const { db, organization, params, basis, costMode } = context;
    const { rows } = await selectTeams(context, { id: params.team_id }, basis).execute(db);
    const [row] = rows;
    if (!row) throw notFound('TEAM_NOT_FOUND', 'team_id');
    return toTeam(row, { basis, costMode, currency: organization.currency });
  },
});
