import { type Schemas } from '@costplane/client';
import { type Days } from '../parts/days.ts';
import { type PageQuery } from './clusters.ts';
import { get } from './question.ts';
import { type Costing, type Exploration, explore, pageSize } from './questions.ts';

export type Team = Schemas['Team'];
export type Department = Schemas['Department'];
export type TeamAssignment = Schemas['TeamAssignment'];

export const team = (teamId: string, costing: Costing) =>
  get('getTeam', 'the team', '/v1/teams/{team_id}', {
    params: { path: { team_id: teamId }, query: costing },
  });

export const teamAssignments = (teamId: string, query: PageQuery) =>
  get('listTeamAssignments', 'what is assigned to the team', '/v1/teams/{team_id}/assignments', {
    params: {
      path: { team_id: teamId },
      query: { limit: pageSize, include_total: true, ...query },
    },
  });

/** Cost by namespace over some days; every owner and every cost has a namespace or is unallocated. */
const byNamespace = ({ from, to }: Days, costing: Costing): Exploration => ({
  group_by: 'namespace',
  start_date: from,
  end_date: to,
  ...costing,
});

const ofTeams = (operator: 'in' | 'not_in', names: readonly string[]) => ({
  filter_expression: { workload: [{ field: 'team', operator, values: [...names] }] },
});

export const totalCost = (days: Days, costing: Costing) =>
  explore({ ...byNamespace(days, costing), per_page: 1 });

/** A resource that several teams share counts whole for each. */
export const teamCost = (
  name: string,
  days: Days,
  costing: Costing,
  pages: { readonly per_page: number; readonly page?: number },
) => explore({ ...byNamespace(days, costing), ...ofTeams('in', [name]), ...pages });

/** What none of the teams own, and so nobody, if these are all teams. */
export const unownedCost = (names: readonly string[], days: Days, costing: Costing) =>
  explore({ ...byNamespace(days, costing), ...ofTeams('not_in', names), per_page: 10 });

/** The most names that a question of the explorer takes. */
export const mostNames = 500;
