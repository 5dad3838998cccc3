import { sql } from 'kysely';
import type { Kind } from '../frozen-kinds.ts';
import { areKept } from './kept-workloads.ts';
import { inCluster, type Scope } from './scope.ts';
import { deleteContainersOfGonePods } from './upsert-containers.ts';

/** Marks what this snapshot no longer has as gone, except of kinds of which it cannot know. */
export async function markGone(scope: Scope, frozen: ReadonlySet<Kind>): Promise<void> {
  if (!frozen.has('nodes')) await markGoneIn(scope, 'nodes');
  if (!frozen.has('pods')) await markGoneIn(scope, 'pods');
  await deleteContainersOfGonePods(scope);
  if (!frozen.has('namespaces')) await markGoneIn(scope, 'namespaces');
  if (!frozen.has('pvs')) await markGoneIn(scope, 'persistent_volumes');

  await sql`
    update workloads as workload set gone_at = ${scope.takenAt}::timestamptz
    where ${inCluster(scope, 'workload')} and gone_at is null
      and last_seen_at < ${scope.takenAt}::timestamptz and not ${areKept(frozen)}
    `.execute(scope.tx);
}

async function markGoneIn(
  scope: Scope,
  table: 'nodes' | 'pods' | 'namespaces' | 'persistent_volumes',
): Promise<void> {
  await sql`
    update ${sql.table(table)} as item set gone_at = ${scope.takenAt}::timestamptz
    where ${inCluster(scope, 'item')} and gone_at is null
      and last_seen_at < ${scope.takenAt}::timestamptz
    `.execute(scope.tx);
}
