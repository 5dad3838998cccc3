import { type RawBuilder, sql } from 'kysely';
import { type Question } from '../question/question.ts';
import { type Window } from '../question/window.ts';
import { type ExplorerScope } from './explorer-scope.ts';
import { factsOf, type Source } from './source.ts';
import { sumOf, sumsOf } from './sums.ts';

/** Every workload has a row or a part in one, and nothing else has. */
export const areAllWorkloads = ({ groupBy, filters, search }: Question): boolean =>
  ['workload', 'controller_kind'].includes(groupBy) &&
  filters.workload.length === 0 &&
  filters.node.length === 0 &&
  search === undefined;

/**
 * What all workloads come to without reading each: what all owners do less what namespaces own. A
 * `row_count` of 0 says that there are no owners.
 */
export function sumOfAllWorkloads(
  question: Question,
  scope: ExplorerScope,
  window: Window,
  name: 'total' | 'idle',
): RawBuilder<unknown> {
  // What the owners come to together stands in a cluster's row as it does in a namespace's.
  const columns = sumsOf({ table: 'namespace_days' }, question)[name];
  const sum = (table: Source['table'], only?: RawBuilder<boolean>) => sql`
    select count(*) as row_count, ${sumOf(columns)} as known
    ${factsOf({ table }, question, scope, window, only)}`;
  const namespaces = sql<boolean>`(fact.cluster_id, fact.workload_uid) in (
    select owner.cluster_id, owner.owner_uid from owner_descriptions as owner
    where owner.organization_id = ${scope.organizationId} and owner.kind = '')`;
  return sql`
    select owners.row_count, owners.known - coalesce(namespaces.known, 0) as ${sql.ref(name)}
    from (${sum('cluster_days')}) as owners,
      (${sum('workload_days', namespaces)}) as namespaces`;
}
