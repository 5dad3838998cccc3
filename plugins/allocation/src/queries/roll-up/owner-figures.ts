import { type RawBuilder, sql } from 'kysely';
import { type AllocationScope, inScope } from '../allocation-scope.ts';
import { eachComponent } from './components.ts';

/**
 * Each owner's share (0 to 1) of a row of `assignment_figures`: the sum of the weights of its
 * teams. A department whose teams share an entity therefore has one row. Multiplies by 0.01,
 * because dividing numerics rounds.
 */
export const ownerShares = (scope: AllocationScope): RawBuilder<unknown> => sql`
  select owner_team.owner_id, assigned.cluster_id, assigned.digest,
    sum(part.weight_percentage) * 0.01 as share
  from assignment_figures as assigned
  cross join unnest(assigned.teams, assigned.weights) as part (team_id, weight_percentage)
  join owner_team on owner_team.team_id = part.team_id
  where ${inScope(scope, 'assigned')}
  group by owner_team.owner_id, assigned.cluster_id, assigned.digest`;

/**
 * Costs and counts of each owner that has any assignment. A component is null when no price is
 * known; `cost_updated_at` is null when nothing assigned to the owner has a cost.
 */
export const ownerFigures = (scope: AllocationScope): RawBuilder<unknown> => sql`
  select owner_share.owner_id,
    ${eachComponent((column) => sql`sum(share * ${sql.ref(column)})`)},
    bool_or(is_compute_partial) as is_compute_partial, max(cost_updated_at) as cost_updated_at,
    sum(workloads) as workloads, sum(volumes) as volumes
  from owner_share
  join assignment_figures as assigned
    on assigned.cluster_id = owner_share.cluster_id and assigned.digest = owner_share.digest
  where ${inScope(scope, 'assigned')}
  group by owner_share.owner_id`;
