import { type RawBuilder, sql } from 'kysely';
import { inScope, type Scope } from '../scope.ts';
import { shown } from './money.ts';

export interface WorkloadRow {
  readonly uid: string;
  readonly name: string;
  readonly kind: string;
  readonly replicas_desired: number | null;
  readonly replicas_available: number | null;
  readonly cpu_requested_cores: string;
  readonly memory_requested_bytes: number;
  readonly hourly_cost: string | null;
}

/** The workloads of a namespace, highest hourly cost first, ties by uid. */
export const selectWorkloads = (scope: Scope, namespace: string): RawBuilder<WorkloadRow> =>
  sql<WorkloadRow>`
    select workload.uid, workload.name, workload.kind, workload.replicas_desired,
      workload.replicas_available, workload.cpu_requested_cores, workload.memory_requested_bytes,
      ${shown(sql`workload.run_rate_legacy_hourly`)} as hourly_cost
    from workloads as workload
    where ${inScope(scope, 'workload')} and workload.namespace = ${namespace}
      and workload.gone_at is null
    order by workload.run_rate_legacy_rank, workload.uid`;
