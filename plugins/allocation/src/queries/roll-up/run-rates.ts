import { type RawBuilder, sql } from 'kysely';
import { type AllocationScope, ofOrganization } from '../allocation-scope.ts';
import { eachComponent } from './components.ts';

/**
 * What each entity costs before weighing: a workload all of its run rate, a namespace what is left
 * of its own without the workloads that override it (decision 24). Bare pods and unowned claims of
 * a namespace are so its owners'. Rows without an owner, such as namespaces of others that are
 * overridden, cost nobody anything; see `volumeCounts` for why the join is full.
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
        sql`${sql.ref(`assigned.${column}`)} - coalesce(${sql.ref(`overridden.${column}`)}, 0)`,
    )},
    assigned.is_compute_partial, assigned.cost_updated_at
  from (${assignedNamespaceRunRates(scope)}) as assigned
  full join overridden
    on overridden.cluster_id = assigned.cluster_id and overridden.name = assigned.name`;

/** Each is looked up by its key, as the workloads are. */
const assignedNamespaceRunRates = (scope: AllocationScope) => sql`
  select assigned.*, namespace.*
  from assigned_namespace as assigned
  cross join lateral (
    select ${eachComponent((column) => sql.ref(`namespace.${column}`))},
      namespace.is_compute_partial, namespace.cost_updated_at, namespace.gone_at
    from namespaces as namespace
    where ${ofOrganization(scope, 'namespace')} and namespace.cluster_id = assigned.cluster_id
      and namespace.name = assigned.name
    limit 1
  ) as namespace
  where namespace.gone_at is null`;

/** The weighted sum of each owner that has anything; a component that nobody knows is null. */
export const ownerRunRates = (): RawBuilder<unknown> => sql`
  select owner_id,
    ${eachComponent((column) => sql`sum(share * ${sql.ref(column)})`)},
    bool_or(is_compute_partial) as is_compute_partial, max(cost_updated_at) as cost_updated_at
  from entity_run_rate
  group by owner_id`;
