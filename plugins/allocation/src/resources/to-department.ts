import { type DirectCostView, toDirectCost } from '@costplane/plugin-api/schema';
import { type DepartmentRow } from '../queries/select-departments.ts';
import { type Department } from './department-schema.ts';
import { toOwnerMetadata } from './to-owner.ts';

export const toDepartment = (row: DepartmentRow, view: DirectCostView): Department => ({
  id: row.id,
  kind: 'Department',
  metadata: toOwnerMetadata(row),
  teams: row.team_count,
  assigned_workloads: row.assigned_workloads,
  assigned_pvs: row.assigned_pvs,
  cost: toDirectCost(row, view),
});
