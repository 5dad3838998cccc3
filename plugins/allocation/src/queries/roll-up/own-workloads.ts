import { type RawBuilder, sql } from 'kysely';
import { type AllocationScope, ofOrganization } from '../allocation-scope.ts';
import { eachComponent } from './components.ts';

/**
 * The assigned workloads that still exist. `limit 1` has each looked up by its key, whatever
 * statistics say: a join by several columns is guessed to find next to nothing, and what follows
 * would be planned for that. Whether it is gone is asked afterwards, because the indexes over what
 * is not gone are none of a key.
 */
export const ownWorkloads = (scope: AllocationScope): RawBuilder<unknown> => sql`
  select assigned.owner_id, assigned.share, workload.*
  from assigned_workload as assigned
  cross join lateral (
    select workload.cluster_id, workload.uid, workload.namespace,
      ${eachComponent((column) => sql.ref(`workload.${column}`))},
      workload.is_compute_partial, workload.cost_updated_at, workload.gone_at
    from workloads as workload
    where ${ofOrganization(scope, 'workload')} and workload.cluster_id = assigned.cluster_id
      and workload.uid = assigned.uid
    limit 1
  ) as workload
  where workload.gone_at is null`;

/** Per namespace, what its owners do not pay, since workloads have assignments of their own. */
export const overriddenRunRates = (): RawBuilder<unknown> => sql`
  select cluster_id, namespace as name,
    ${eachComponent((column) => sql`sum(${sql.ref(column)})`)}
  from (
    select distinct on (cluster_id, uid) cluster_id, namespace,
      ${eachComponent((column) => sql.ref(column))}
    from own_workload
    order by cluster_id, uid
  ) as workload
  group by cluster_id, namespace`;
