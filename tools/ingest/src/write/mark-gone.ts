import { sql } from 'kysely';
import { listedKinds, type ListedKind } from '../describe/listed-workloads.ts';
import type { Kind } from '../frozen-kinds.ts';
import { inCluster, type Scope } from './scope.ts';
import { deleteContainersOfGonePods } from './upsert-containers.ts';

const collectors: Record<ListedKind, Kind> = {
  Deployment: 'deployments',
  StatefulSet: 'statefulsets',
  DaemonSet: 'daemonsets',
  Job: 'jobs',
  CronJob: 'cronjobs',
};

/** Marks what this snapshot no longer has as gone, except of kinds of which it cannot know. */
export async function markGone(scope: Scope, frozen: ReadonlySet<Kind>): Promise<void> {
  if (!frozen.has('nodes')) await markGoneIn(scope, 'nodes');
  if (!frozen.has('pods')) await markGoneIn(scope, 'pods');
  await deleteContainersOfGonePods(scope);
  if (!frozen.has('namespaces')) await markGoneIn(scope, 'namespaces');
  if (!frozen.has('pvs')) await markGoneIn(scope, 'persistent_volumes');

  // A workload of any other kind is known by its pods alone.
  const keptKinds = listedKinds.filter((kind) => frozen.has(collectors[kind]));
  await sql`
    update workloads as workload set gone_at = ${scope.takenAt}::timestamptz
    where ${inCluster(scope, 'workload')} and gone_at is null
      and last_seen_at < ${scope.takenAt}::timestamptz
      and kind <> all (${keptKinds}::text[])
      and (kind = any (${[...listedKinds]}::text[]) or not ${frozen.has('pods')}::boolean)
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
