import { definePlugin } from '@costplane/plugin-api';
import { getDepartment } from './routes/get-department.ts';
import { getTeam } from './routes/get-team.ts';
import { listDepartments } from './routes/list-departments.ts';
import { listTeamAssignments } from './routes/list-team-assignments.ts';
import { listTeams } from './routes/list-teams.ts';
import { allocationTables } from './tables.ts';

/** Teams, the entities assigned to them, and departments: who pays for what runs. */
export const allocationPlugin = definePlugin({
  id: 'allocation',
  scopes: {
    'teams:read': 'Teams, team detail, team assignments',
    'departments:read': 'Departments, department detail',
  },
  tables: allocationTables,
  tags: {
    Teams: 'Teams, their assignments and their run rates.',
    Departments: 'Totals of the teams in each department.',
  },
  routes: [listTeams, getTeam, listTeamAssignments, listDepartments, getDepartment],
});
