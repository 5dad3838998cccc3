import { anyOf, onOneServer } from '@costplane/plugin-api/listing';
import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import { type WorkloadTables } from '../tables.ts';

/** Whether one of the teams with these ids owns `workload`. */
export function isOwnedBy(teams: readonly string[]): Expression<SqlBool> {
  const eb = expressionBuilder<WorkloadTables, 'workload'>();
  return eb.exists(
    eb
      .selectFrom('workload_teams as one')
      .select('one.team_id')
      .whereRef('one.organization_id', '=', 'workload.organization_id')
      .whereRef('one.cluster_id', '=', 'workload.cluster_id')
      .whereRef('one.workload_uid', '=', 'workload.uid')
      .where('one.team_id', '=', anyOf(teams, 'uuid'))
      // Under row-level security Citus joins instead, which repeats a workload of several teams.
      .modifyEnd(onOneServer('', 'offset 0')),
  );
}
