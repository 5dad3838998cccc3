import { sql, type RawBuilder } from 'kysely';
import { type Kind } from '../frozen-kinds.ts';
import { arrayText } from './array-text.ts';
import { type ComparedRows, type ComparedState } from './compare-facts.ts';
import { areKept } from './kept-workloads.ts';
import { inCluster, sameCluster, type Scope } from './scope.ts';
import { type StateTable } from './state-table.ts';
import { deleteGoneContainers } from './upsert-containers.ts';

/** Marks objects that this snapshot no longer has as deleted, except for kinds that it cannot see. */
export async function markGone(
  scope: Scope,
  state: ComparedState,
  frozen: ReadonlySet<Kind>,
): Promise<void> {
  const isNodeGone = frozen.has('nodes') ? isReplaced(state.nodes) : sql`true`;
  await markGoneIn(scope, 'nodes', state.nodes, isNodeGone);
  if (!frozen.has('pods')) await markGoneIn(scope, 'pods', state.pods);
  if (state.pods.isAnyMissing || state.containers.isAnyMissing) {
    await deleteGoneContainers(scope, state.containers);
  }
  if (!frozen.has('namespaces')) await markGoneIn(scope, 'namespaces', state.namespaces);
  if (!frozen.has('pvs')) await markGoneIn(scope, 'persistent_volumes', state.persistent_volumes);
  await markGoneIn(scope, 'workloads', state.workloads, sql`not ${areKept(frozen)}`);
  if (state.workloads.isAnyMissing) await archiveRecommendations(scope);
}

/** Archives the open recommendations of workloads that this snapshot marked as deleted. */
async function archiveRecommendations(scope: Scope): Promise<void> {
  await sql`
    update recommendations as known set status = 'archived', updated_at = now()
    from workloads as workload
    where ${inCluster(scope, 'known')} and ${sameCluster('workload', 'known')}
      and known.recommendation_type = 'workload_rightsizing'
      and known.status in ('pending', 'dismissed') and workload.uid::text = known.resource_uid
      and workload.gone_at = ${scope.takenAt}::timestamptz`.execute(scope.tx);
}

/** Another node of the same name is in the snapshot. */
function isReplaced({ rows }: ComparedRows): RawBuilder<unknown> {
  const names = rows.map(({ row }) => (row as { name: string }).name);
  return sql`item.name = any (${names}::text[])`;
}

async function markGoneIn(
  scope: Scope,
  table: Exclude<StateTable, 'containers'>,
  { rows, isAnyMissing }: ComparedRows,
  isConcerned = sql`true`,
): Promise<void> {
  if (!isAnyMissing) return;
  await sql`
    update ${sql.table(table)} as item set gone_at = ${scope.takenAt}::timestamptz
    where ${inCluster(scope, 'item')} and gone_at is null and ${isConcerned}
      and not exists (
        select from unnest(${arrayText(rows.map(({ digest }) => digest))}::uuid[]) as given (digest)
        where given.digest = item.facts_digest
      )`.execute(scope.tx);
}
