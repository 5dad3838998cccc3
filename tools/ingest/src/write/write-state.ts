import { sql } from 'kysely';
import type { DescribedSnapshot } from '../describe/snapshot.ts';
import type { Kind } from '../frozen-kinds.ts';
import type { Scope } from './scope.ts';
import { upsertContainers } from './upsert-containers.ts';
import { upsertRows } from './upsert-rows.ts';

/** Writes the rows of a snapshot. What belongs to a frozen kind keeps what was known of it. */
export async function writeState(
  scope: Scope,
  { nodes, namespaces, workloads, pods, containers, volumes }: DescribedSnapshot,
  frozen: ReadonlySet<Kind>,
): Promise<void> {
  const keepIfNull = (column: string) =>
    sql`coalesce(${sql.ref(`excluded.${column}`)}, ${sql.ref(`old.${column}`)})`;
  const quotas = frozen.has('resourcequotas')
    ? {
        cpu_quota_cores: keepIfNull('cpu_quota_cores'),
        memory_quota_bytes: keepIfNull('memory_quota_bytes'),
      }
    : {};
  const autoscalers = frozen.has('hpas') ? { has_hpa: sql`excluded.has_hpa or old.has_hpa` } : {};
  const statefulSets = frozen.has('statefulsets')
    ? { workload_uid: keepIfNull('workload_uid') }
    : {};

  await upsertRows(scope, 'nodes', 'uid', nodes);
  await upsertRows(scope, 'namespaces', 'name', namespaces.full, { merged: quotas });
  await upsertRows(scope, 'namespaces', 'name', namespaces.nameOnly, {
    only: ['cpu_quota_cores', 'memory_quota_bytes'],
    merged: quotas,
  });
  await upsertRows(scope, 'workloads', 'uid', workloads.full, { merged: autoscalers });
  await upsertRows(scope, 'workloads', 'uid', workloads.nameOnly, {
    only: ['namespace', 'name', 'kind'],
  });
  await upsertRows(scope, 'pods', 'uid', pods);
  await upsertContainers(scope, containers);
  await upsertRows(scope, 'persistent_volumes', 'name', volumes, { merged: statefulSets });
}
