import { count, named } from '@costplane/plugin-api/schema';
import { Type } from 'typebox';
import { type OwnerRow } from '../queries/roll-up.ts';
import { coreCount, hourlyCost, memoryGb, monthlyCost, toGb } from './amounts.ts';

const fields = {
  namespace_count: count('Namespaces that it has all or something of.'),
  workload_count: count('Workloads assigned to it, directly or through their namespace.'),
  pod_count: count('Pods of what it has, whatever its share.'),
  total_cpu_cores: coreCount('Cores requested, by its shares.'),
  total_memory_gb: memoryGb('Memory requested, by its shares.'),
  hourly_cost: hourlyCost,
  monthly_cost: monthlyCost,
};

export const teamCostSchema = named(
  'LegacyTeamCost',
  Type.Object({ team: Type.String(), ...fields }),
);
export const departmentCostSchema = named(
  'LegacyDepartmentCost',
  Type.Object({ department: Type.String(), team_count: count(), ...fields }),
);

export const ownerSummary = Type.Object(
  { total_hourly_cost: hourlyCost, total_monthly_cost: monthlyCost },
  { description: 'Over all of them, whatever the part.' },
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
