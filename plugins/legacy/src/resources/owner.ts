import { count, namedObject, text } from '@costplane/plugin-api/schema';
import { Type } from 'typebox';
import { type OwnerRow } from '../queries/roll-up.ts';
import { coreCount, hourlyCost, memoryGb, monthlyCost, toGb } from './amounts.ts';

const fields = {
  namespace_count: count('Namespaces assigned to it, in full or in part.'),
  workload_count: count('Workloads assigned directly or through their namespace.'),
  pod_count: count('Pods of everything assigned to it, regardless of its share.'),
  total_cpu_cores: coreCount('CPU cores requested, weighted by its share.'),
  total_memory_gb: memoryGb('Memory requested, weighted by its share.'),
  hourly_cost: hourlyCost,
  monthly_cost: monthlyCost,
};

export const teamCostSchema = namedObject('LegacyTeamCost', 'What a team costs.', {
  team: text('Name of the team.'),
  ...fields,
});
export const departmentCostSchema = namedObject(
  'LegacyDepartmentCost',
  'What a department costs.',
  {
    department: text('Name of the department.'),
    team_count: count('Teams of the department.'),
    ...fields,
  },
);

export const ownerSummary = Type.Object(
  { total_hourly_cost: hourlyCost, total_monthly_cost: monthlyCost },
  { description: 'Sum over all of them, not only this page.' },
);

const toFigures = (row: OwnerRow) => ({
  namespace_count: row.namespaces,
  workload_count: row.workloads,
  pod_count: row.pods,
  total_cpu_cores: Number(row.cpu_requested_cores),
  total_memory_gb: toGb(Number(row.memory_requested_bytes)),
  hourly_cost: row.hourly_cost,
  monthly_cost: row.monthly_cost,
});

export const toTeamCost = (row: OwnerRow) => ({ team: row.name, ...toFigures(row) });
export const toDepartmentCost = (row: OwnerRow) => ({
  department: row.name,
  team_count: row.teams,
  ...toFigures(row),
});
