import { unpackSamples, type ContainerSamples } from '@costplane/warehouse';
import { sql } from 'kysely';
import { type ClusterScope } from '../cluster-scope.ts';
import { ContainerHistory, type HistogramRow, type Resource } from './container-history.ts';

export interface AppliedUsage {
  minutes: number;
  /** Samples of CPU or memory, of one replica in one minute each. */
  samples: number;
}

/** Number of minutes that one transaction applies. */
const maxMinutes = 240;
/** Size of the minutes that are read at once, compressed as they are stored. */
const maxBytes = 500_000;
/** Number of histograms that are read or written at once. */
const containersAtOnce = 1000;

/**
 * Adds a batch of minutes to the histograms of a cluster, oldest first, and marks them as applied,
 * so that none counts twice. Returns what was applied, or undefined if nothing was left. Memory
 * holds the histograms of the cluster's containers, and few minutes.
 */
export async function applyUsageMinutes(scope: ClusterScope): Promise<AppliedUsage> {
  const pending = await findPending(scope);
  const histories: Histories = new Map();
  let samples = 0;
  for (const batch of inBatches(pending)) {
    const minutes = await readMinutes(scope, batch);
    await addHistories(scope, histories, minutes);
    for (const minute of minutes) samples += addMinute(histories, minute);
  }
  await writeHistories(scope, histories);
  await markApplied(scope, pending);
  return { minutes: pending.length, samples };
}

interface PendingMinute {
  minute: Date;
  /** As stored. */
  bytes: number;
}

async function findPending({
  tx,
  organizationId,
  clusterId,
}: ClusterScope): Promise<PendingMinute[]> {
  const { rows } = await sql<PendingMinute>`
    select minute, coalesce(pg_column_size(samples), 0) + coalesce(pg_column_size(later_samples), 0)
      as bytes
    from usage_minutes
    where organization_id = ${organizationId} and cluster_id = ${clusterId}
      and (samples is not null or later_samples is not null)
    order by minute limit ${maxMinutes}`.execute(tx);
  return rows;
}

function* inBatches(pending: readonly PendingMinute[]): Generator<PendingMinute[]> {
  let batch: PendingMinute[] = [];
  let bytes = 0;
  for (const minute of pending) {
    batch.push(minute);
    bytes += minute.bytes;
    if (bytes < maxBytes) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

interface Minute {
  minute: Date;
  /** Empty if they were counted by an earlier run. */
  samples: ContainerSamples[];
  /** Peaks from later snapshots of the minute. */
  later: ContainerSamples[];
}

type StoredMinute = Omit<Minute, 'samples'> & { samples: Buffer | null };

/** Locks the minutes: a concurrent report must not add samples that would be erased unread. */
async function readMinutes(
  { tx, organizationId, clusterId }: ClusterScope,
  batch: readonly PendingMinute[],
): Promise<Minute[]> {
  const { rows } = await sql<StoredMinute>`
    select minute, samples, coalesce(later_samples, '[]') as later
    from usage_minutes
    where organization_id = ${organizationId} and cluster_id = ${clusterId}
      and minute = any (${times(batch)}::timestamptz[])
    order by minute for update`.execute(tx);
  return Promise.all(
    rows.map(async ({ samples, ...minute }) => ({
      ...minute,
      samples: samples === null ? [] : await unpackSamples(samples),
    })),
  );
}

const times = (minutes: readonly { minute: Date }[]) =>
  minutes.map(({ minute }) => minute.toISOString());

interface ContainerName {
  workload_uid: string;
  container_name: string;
}

/** The history of each container, by key. */
type Histories = Map<string, ContainerName & Record<Resource, ContainerHistory>>;

/** Uids have a fixed length, so the name may contain any character. */
const containerKey = (workloadUid: string, containerName: string) =>
  `${workloadUid}/${containerName}`;

/** Reads the histograms of the containers in these minutes that are not in memory yet. */
async function addHistories(
  scope: ClusterScope,
  histories: Histories,
  minutes: readonly Minute[],
): Promise<void> {
  const missing = new Map<string, ContainerName>();
  for (const { samples, later } of minutes) {
    for (const [workloadUid, containerName] of [...samples, ...later]) {
      const key = containerKey(workloadUid, containerName);
      if (!histories.has(key))
        missing.set(key, { workload_uid: workloadUid, container_name: containerName });
    }
  }
  const names = [...missing.values()];
  for (let from = 0; from < names.length; from += containersAtOnce) {
    const some = names.slice(from, from + containersAtOnce);
    const stored = await readHistograms(scope, some);
    for (const name of some) {
      const key = containerKey(name.workload_uid, name.container_name);
      histories.set(key, {
        ...name,
        cpu: new ContainerHistory(stored.get(`cpu/${key}`)),
        memory: new ContainerHistory(stored.get(`memory/${key}`)),
      });
    }
  }
}

/** Returns the number of samples. */
function addMinute(histories: Histories, { minute, samples, later }: Minute): number {
  let count = 0;
  const time = minute.getTime();
  for (const [workloadUid, containerName, cpu, memory, limits] of samples) {
    const history = histories.get(containerKey(workloadUid, containerName));
    if (cpu.length > 0) history?.cpu.addMinute(time, cpu, limits);
    if (memory.length > 0) history?.memory.addMinute(time, memory);
    count += cpu.length + memory.length;
  }
  for (const [workloadUid, containerName, cpu, memory] of later) {
    const history = histories.get(containerKey(workloadUid, containerName));
    for (const value of cpu) history?.cpu.addPeak(time, value);
    for (const value of memory) history?.memory.addPeak(time, value);
  }
  return count;
}

async function readHistograms(
  { tx, organizationId, clusterId }: ClusterScope,
  names: readonly ContainerName[],
): Promise<Map<`${Resource}/${string}`, HistogramRow>> {
  const { rows } = await sql<HistogramRow>`
    select known.* from usage_histograms as known
    join unnest(
      ${names.map(({ workload_uid }) => workload_uid)}::uuid[],
      ${names.map(({ container_name }) => container_name)}::text[]
    ) as wanted (workload_uid, container_name) using (workload_uid, container_name)
    where organization_id = ${organizationId} and cluster_id = ${clusterId}`.execute(tx);
  return new Map(
    rows.map((row) => [
      `${row.resource}/${containerKey(row.workload_uid, row.container_name)}`,
      row,
    ]),
  );
}

async function writeHistories(scope: ClusterScope, histories: Histories): Promise<void> {
  let rows: HistogramRow[] = [];
  for (const { workload_uid, container_name, ...history } of histories.values()) {
    for (const resource of ['cpu', 'memory'] as const) {
      if (history[resource].days.length === 0) continue;
      rows.push({ workload_uid, container_name, resource, ...history[resource].row() });
    }
    if (rows.length < containersAtOnce) continue;
    await writeHistograms(scope, rows);
    rows = [];
  }
  await writeHistograms(scope, rows);
}

async function writeHistograms(
  { tx, organizationId, clusterId }: ClusterScope,
  rows: readonly HistogramRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into usage_histograms as known (organization_id, cluster_id, workload_uid,
      container_name, resource, reference_at, first_bucket, weights, last_sample_at, days,
      weighted_sum, weighted_squares, throttled_weight)
    select ${organizationId}::uuid, ${clusterId}::uuid, new.workload_uid,
      new.container_name, new.resource, new.reference_at, new.first_bucket, new.weights,
      new.last_sample_at, new.days, new.weighted_sum, new.weighted_squares, new.throttled_weight
    from json_populate_recordset(null::usage_histograms, ${JSON.stringify(rows)}::json) as new
    on conflict (organization_id, cluster_id, workload_uid, container_name, resource) do update set
      reference_at = excluded.reference_at, first_bucket = excluded.first_bucket,
      weights = excluded.weights, last_sample_at = excluded.last_sample_at, days = excluded.days,
      weighted_sum = excluded.weighted_sum, weighted_squares = excluded.weighted_squares,
      throttled_weight = excluded.throttled_weight`.execute(tx);
}

async function markApplied(
  { tx, organizationId, clusterId }: ClusterScope,
  pending: readonly PendingMinute[],
): Promise<void> {
  await sql`
    update usage_minutes set samples = null, later_samples = null
    where organization_id = ${organizationId} and cluster_id = ${clusterId}
      and minute = any (${times(pending)}::timestamptz[])`.execute(tx);
}
