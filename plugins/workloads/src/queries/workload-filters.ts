import { anyOf, rankOfAtLeast } from '@costplane/plugin-api/listing';
import { type Basis } from '@costplane/plugin-api/schema';
import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import { type WorkloadTables } from '../tables.ts';

/** Which workloads a caller may see, and over which basis they are ordered. */
export interface WorkloadScope {
  readonly organizationId: string;
  /** `null`: every cluster of the organization. */
  readonly clusters: readonly string[] | null;
  readonly basis: Basis;
}

/** Values of one filter are joined by OR, filters by AND; `undefined` filters nothing. */
export interface WorkloadFilters {
  readonly namespace?: readonly string[] | undefined;
  readonly kind?: readonly string[] | undefined;
  readonly has_hpa?: boolean | undefined;
  readonly min_cost_hourly?: string | undefined;
  /** Ids of teams: one of them owns the workload. */
  readonly teams?: readonly string[] | undefined;
  /** Ids of the teams of departments: one of them owns the workload. */
  readonly departmentTeams?: readonly string[] | undefined;
}

/** Whether `workload` runs now in the scope, and matches every filter. */
export function isMatch(
  { organizationId, clusters, basis }: WorkloadScope,
  filters: WorkloadFilters,
): Expression<SqlBool> {
  const eb = expressionBuilder<WorkloadTables, 'workload'>();
  const { namespace, kind, has_hpa, min_cost_hourly, teams, departmentTeams } = filters;
  const rank = `workload.run_rate_${basis}_rank` as const;
  const conditions = [
    eb('workload.organization_id', '=', organizationId),
    eb('workload.gone_at', 'is', null),
    clusters && eb('workload.cluster_id', '=', anyOf(clusters, 'uuid')),
    namespace && eb('workload.namespace', '=', anyOf(namespace, 'text')),
    kind && eb('workload.kind', '=', anyOf(kind, 'text')),
    has_hpa !== undefined && eb('workload.has_hpa', '=', has_hpa),
    min_cost_hourly !== undefined && eb(rank, '<=', rankOfAtLeast(min_cost_hourly)),
    teams && isOwnedByAny(teams),
    departmentTeams && isOwnedByAny(departmentTeams),
  ];
  return eb.and(
    conditions.filter((condition) => typeof condition === 'object' && condition !== null),
  );
}

function isOwnedByAny(teams: readonly string[]): Expression<SqlBool> {
  const eb = expressionBuilder<WorkloadTables, 'workload'>();
  return eb.exists(
    eb
      .selectFrom('workload_teams as one')
      .select('one.team_id')
      .whereRef('one.organization_id', '=', 'workload.organization_id')
      .whereRef('one.cluster_id', '=', 'workload.cluster_id')
      .whereRef('one.workload_uid', '=', 'workload.uid')
      .where('one.team_id', '=', anyOf(teams, 'uuid')),
  );
}
