import { type DirectCostView, toDirectCost } from '@costplane/plugin-api/schema';
import { type TeamRow } from '../queries/select-teams.ts';
import { type Team } from './team-schema.ts';
import { toOwnerMetadata } from './to-owner.ts';

export const toTeam = (row: TeamRow, view: DirectCostView): Team => ({
  id: row.id,
  kind: 'Team',
  metadata: {
    ...toOwnerMetadata(row),
    department: toDepartmentReference(row),
    last_seen_at: row.cost_updated_at ?? undefined,
  },
  assigned_workloads: row.assigned_workloads,
  assigned_pvs: row.assigned_pvs,
  cost: toDirectCost(row, view),
});

const toDepartmentReference = ({ department_id: id, department_name: name }: TeamRow) =>
  id === null || name === null ? undefined : { id, name };
