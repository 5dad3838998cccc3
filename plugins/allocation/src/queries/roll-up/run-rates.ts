import { type RawBuilder, sql } from 'kysely';
import { type AllocationScope, inScope } from '../allocation-scope.ts';
import { eachComponent } from './components.ts';

/**
 * What each entity costs before weighing: a workload all of its run rate, a namespace what is left
 * of its own without the workloads that override it (decision 24). Bare pods and unowned claims of
 * a namespace are so its owners'.
 */
export const entityRunRates = (scope: AllocationScope): RawBuilder<unknown> => sql`
  select owner_id, share, ${eachComponent((column) => sql.ref(column))},
    is_compute_partial, cost_updated_at
  from own_workload
  where owner_id is not null
  union all
  select assigned.owner_id, assigned.share,
    ${eachComponent(
      (column) =>
        sql`${sql.ref(`namespace.${column}`)} - coalesce(${sql.ref(`overridden.${column}`)}, 0)`,
    )},
    namespace.is_compute_partial, namespace.cost_updated_at
  from assigned_namespace as assigned
  cross join lateral (
    select ${eachComponent((column) => sql.ref(`namespace.${column}`))},
      namespace.is_compute_partial, namespace.cost_updated_at
    from namespaces as namespace
    where ${inScope(scope, 'namespace')} and namespace.cluster_id = assigned.cluster_id
      and namespace.name = assigned.name and namespace.gone_at is null
    limit 1
  ) as namespace
  left join overridden
    on overridden.cluster_id = assigned.cluster_id and overridden.name = assigned.name`;

/** The weighted sum of each owner that has anything; a component that nobody knows is null. */
export const ownerRunRates = (): RawBuilder<unknown> => sql`
  select owner_id,
    ${eachComponent((column) => sql`sum(share * ${sql.ref(column)})`)},
    bool_or(is_compute_partial) as is_compute_partial, max(cost_updated_at) as cost_updated_at
  from entity_run_rate
  group by owner_id`;
