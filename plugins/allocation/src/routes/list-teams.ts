import {
  acceptsBasis,
  acceptsCostMode,
  csv,
  routesOver,
  textParameter,
  uuidParameter,
} from '@costplane/plugin-api';
import { listPage } from '@costplane/plugin-api/listing';
import { Type } from 'typebox';
import { countTeams, selectTeams } from '../queries/select-teams.ts';
import { teamSchema } from '../resources/team-schema.ts';
import { toTeam } from '../resources/to-team.ts';
import { type AllocationRows } from '../tables.ts';

/** Lists teams, highest hourly run rate first. */
export const listTeams = routesOver<AllocationRows>()({
  operationId: 'listTeams',
  method: 'get',
  path: '/v1/teams',
  tag: 'Teams',
  summary: 'List teams',
  description:
    'Sorted by hourly run rate, highest first, then by id. Figures are computed per request, ' +
    'over the clusters that the key may read. A key with an allow-list sees a team that comes ' +
    'from labels only if it owns something in these clusters.',
  scope: 'teams:read',
  paged: true,
  query: {
    department_id: csv(
      uuidParameter('Ids of departments. Teams without a department are excluded.'),
    ),
    origin: csv(textParameter('Origins of the team, such as `k8s` or `native`.')),
  },
  costMode: acceptsCostMode(),
  basis: acceptsBasis,
  cacheable: true,
  response: Type.Array(teamSchema),

  handler(context) {
    const { db, organization, query, basis, costMode, page } = context;
    const view = { basis, costMode, currency: organization.currency };
    return listPage(page, {
      rows: async () => (await selectTeams(context, query, basis, page).execute(db)).rows,
      total: () => countTeams(db, context, query).executeTakeFirstOrThrow(),
      key: (row) => [row.run_rate_rank, row.id],
      shape: (row) => toTeam(row, view),
    });
  },
});
