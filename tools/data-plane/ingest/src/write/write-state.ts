import { sql } from 'kysely';
import { type DescribedSnapshot } from '../describe/snapshot.ts';
import { type Kind } from '../frozen-kinds.ts';
import { compareFacts, type ComparedRows, type ComparedState } from './compare-facts.ts';
import { digestFacts, type DigestedRow } from './digest-facts.ts';
import { refreshFigures } from './refresh-figures.ts';
import { inCluster, type Scope } from './scope.ts';
import { type StateTable } from './state-table.ts';
import { upsertContainers } from './upsert-containers.ts';
import { upsertRows } from './upsert-rows.ts';

/**
 * Writes the rows of a snapshot: completely if their facts changed, otherwise only their figures
 * (those of nodes are written with the sums). Objects of a frozen kind keep their stored facts.
 */
export async function writeState(
  scope: Scope,
  described: DescribedSnapshot,
  frozen: ReadonlySet<Kind>,
): Promise<ComparedState> {
  const digested = digestState(described, frozen);
  const { namespaces, namedNamespaces, workloads, namedWorkloads } = digested;
  const rows = {
    ...digested,
    namespaces: [...namespaces, ...namedNamespaces],
    workloads: [...workloads, ...namedWorkloads],
  };
  const doubtful: StateTable[] = ['nodes', 'namespaces', 'workloads', 'containers'];
  for (const table of ['pods', 'persistent_volumes'] as const) {
    const { isAsStored } = await refreshFigures(scope, table, rows[table]);
    if (!isAsStored) doubtful.push(table);
  }
  const state = await compareFacts(scope, rows, doubtful);
  await writeChanged(scope, digested, state, frozen);
  return state;
}

type Digested = ReturnType<typeof digestState>;

function digestState(
  { nodes, namespaces, workloads, pods, containers, volumes }: DescribedSnapshot,
  frozen: ReadonlySet<Kind>,
) {
  // Merged values have another digest than values that replace the stored ones.
  const merging = (kind: Kind) => (frozen.has(kind) ? `without ${kind}` : '');
  const quotas = merging('resourcequotas');
  return {
    nodes: digestFacts('nodes', nodes),
    namespaces: digestFacts('namespaces', namespaces.full, quotas),
    namedNamespaces: digestFacts('namespaces', namespaces.nameOnly, `named ${quotas}`),
    workloads: digestFacts('workloads', workloads.full, merging('hpas')),
    namedWorkloads: digestFacts('workloads', workloads.nameOnly, 'named'),
    pods: digestFacts('pods', pods),
    containers: digestFacts('containers', containers),
    persistent_volumes: digestFacts('persistent_volumes', volumes, merging('statefulsets')),
  };
}

async function writeChanged(
  scope: Scope,
  digested: Digested,
  state: ComparedState,
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
  const autoscalers = frozen.has('hpas')
    ? {
        has_hpa: sql`excluded.has_hpa or old.has_hpa`,
        hpa_cpu_targets: sql`old.hpa_cpu_targets || excluded.hpa_cpu_targets`,
      }
    : {};
  const statefulSets = frozen.has('statefulsets')
    ? { workload_uid: keepIfNull('workload_uid') }
    : {};

  await upsertRows(scope, 'nodes', 'uid', filterChanged(digested.nodes, state.nodes));
  await upsertRows(
    scope,
    'namespaces',
    'name',
    filterChanged(digested.namespaces, state.namespaces),
    {
      merged: quotas,
    },
  );
  await upsertRows(
    scope,
    'namespaces',
    'name',
    filterChanged(digested.namedNamespaces, state.namespaces),
    { only: ['cpu_quota_cores', 'memory_quota_bytes'], merged: quotas },
  );
  await upsertRows(scope, 'workloads', 'uid', filterChanged(digested.workloads, state.workloads), {
    merged: autoscalers,
  });
  await upsertRows(
    scope,
    'workloads',
    'uid',
    filterChanged(digested.namedWorkloads, state.workloads),
    {
      only: ['namespace', 'name', 'kind'],
    },
  );
  await upsertRows(scope, 'pods', 'uid', filterChanged(digested.pods, state.pods));
  await upsertContainers(scope, filterChanged(digested.containers, state.containers));
  const volumes = filterChanged(digested.persistent_volumes, state.persistent_volumes);
  if (volumes.length > 0) await forgetUnclaimed(scope);
  await upsertRows(scope, 'persistent_volumes', 'name', volumes, { merged: statefulSets });
  if (volumes.length > 0) await noteUnclaimed(scope);
}

/** A deleted volume that is created again has no claim since then. */
async function forgetUnclaimed(scope: Scope): Promise<void> {
  await sql`
    update persistent_volumes as volume set unclaimed_since = null
    where ${inCluster(scope, 'volume')} and gone_at is not null and unclaimed_since is not null
    `.execute(scope.tx);
}

/**
 * Sets the time since which a volume has no claim. A trigger does the same, but not on Citus, which
 * has none.
 */
async function noteUnclaimed(scope: Scope): Promise<void> {
  await sql`
    update persistent_volumes as volume
    set unclaimed_since = case when claim_name is null then last_seen_at end
    where ${inCluster(scope, 'volume')} and (claim_name is null) <> (unclaimed_since is not null)
    `.execute(scope.tx);
}

const filterChanged = <Row extends object>(
  rows: readonly DigestedRow<Row>[],
  { changed }: ComparedRows,
): DigestedRow<Row>[] => rows.filter((row) => changed.has(row));
