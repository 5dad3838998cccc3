import { type Kysely } from 'kysely';
import { type WorkloadRows } from '../tables.ts';
import { isMatch, type WorkloadFilters, type WorkloadScope } from './workload-filters.ts';

/** How many workloads match, whatever the page. */
export const countWorkloads = (
  db: Kysely<WorkloadRows>,
  scope: WorkloadScope,
  filters: WorkloadFilters,
) =>
  db
    .selectFrom('workloads as workload')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(isMatch(scope, filters))
    .executeTakeFirstOrThrow();
