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
  get('listTeamAssignments', 'the assignments of the team', '/v1/teams/{team_id}/assignments', {
    params: {
      path: { team_id: teamId },
      query: { limit: pageSize, include_total: true, ...query },
    },
  });

const over = ({ from, to }: Days, costing: Costing): Exploration => ({
  start_date: from,
  end_date: to,
  ...costing,
});

/** The maximum page size of the explorer. */
const maxRows = 500;

/** Workloads that several teams own are a separate row; workloads without an owner are a row without a team. */
export const costByTeam = (days: Days, costing: Costing, perPage = maxRows) =>
  explore({
    group_by: 'owner:team',
    view_mode: 'grouped',
    per_page: perPage,
    ...over(days, costing),
  });

export const costByTeamAndNamespace = (days: Days, costing: Costing) =>
  explore({ group_by: ['owner:team', 'namespace'], per_page: maxRows, ...over(days, costing) });

/** The cost of several teams per day, in one request. */
export const costPerDayOfTeams = (names: readonly string[], days: Days, costing: Costing) =>
  explore({
    group_by: ['time:day', 'owner:team'],
    view_mode: 'grouped',
    // Several owners of a row are separated by commas, which a name may also contain.
    ...teamFilter(names.flatMap((name) => [name, ...name.split(', ')])),
    export: true,
    per_page: 10_000,
    ...over(days, costing),
  });

const teamFilter = (names: readonly string[]) => ({
  filter_expression: {
    workload: [{ field: 'team', operator: 'in' as const, values: [...new Set(names)] }],
  },
});

/** A resource that several teams share counts in full for each. */
export const teamCost = (name: string, days: Days, costing: Costing, page: number) =>
  explore({
    group_by: 'namespace',
    ...teamFilter([name]),
    per_page: pageSize,
    page,
    ...over(days, costing),
  });
