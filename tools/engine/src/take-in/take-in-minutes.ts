import type { ContainerSamples } from '@costplane/warehouse';
import { sql } from 'kysely';
import type { ClusterScope } from '../cluster-scope.ts';
import { ContainerHistory, type HistogramRow, type Resource } from './container-history.ts';

export interface TakenIn {
  minutes: number;
  /** Of CPU or memory, of one replica in one minute each. */
  samples: number;
}

/** Minutes that are taken in at once: so many, and of so many bytes as they are stored. */
const mostMinutes = 240;
const mostBytes = 2_000_000;
/** Of containers whose histograms are held and written at once. */
const containersAtOnce = 1000;

/**
 * Adds a batch of minutes to the histograms of a cluster, oldest first, and marks them taken in, so
 * that none counts twice. Answers what was taken in; nothing: there is nothing left.
 */
export async function takeInMinutes(scope: ClusterScope): Promise<TakenIn> {
  const minutes = await readMinutes(scope);
  const containers = [...byContainer(minutes)];
  for (let from = 0; from < containers.length; from += containersAtOnce) {
    await addToHistograms(scope, containers.slice(from, from + containersAtOnce));
  }
  await markTakenIn(scope, minutes);
  return { minutes: minutes.length, samples: countSamples(minutes) };
}

interface Minute {
  minute: Date;
  samples: ContainerSamples[];
}

async function readMinutes({ tx, organizationId, clusterId }: ClusterScope): Promise<Minute[]> {
  const { rows } = await sql<Minute>`
    select minute, samples from (
      select minute, samples,
        sum(size) over (order by minute) - size as bytes_before
      from (
        select minute, samples, pg_column_size(samples) as size from usage_minutes
        where organization_id = ${organizationId} and cluster_id = ${clusterId}
          and samples is not null
        order by minute limit ${mostMinutes}
      ) as oldest
    ) as batch
    where bytes_before < ${mostBytes}
    order by minute`.execute(tx);
  return rows;
}

interface ContainerMinutes {
  workload_uid: string;
  container_name: string;
  /** In order of time. */
  minutes: { time: number; cpu: number[]; memory: number[]; limits: number[] }[];
}

function byContainer(minutes: readonly Minute[]): Iterable<ContainerMinutes> {
  const found = new Map<string, ContainerMinutes>();
  for (const { minute, samples } of minutes) {
    const time = minute.getTime();
    for (const [workload_uid, container_name, cpu, memory, limits] of samples) {
      const key = keyOf({ workload_uid, container_name });
      let container = found.get(key);
      if (!container) {
        container = { workload_uid, container_name, minutes: [] };
        found.set(key, container);
      }
      container.minutes.push({ time, cpu, memory, limits });
    }
  }
  return found.values();
}

/** A uid has always the same length, so a name may hold anything. */
const keyOf = ({
  workload_uid,
  container_name,
}: Pick<HistogramRow, 'workload_uid' | 'container_name'>) => `${workload_uid}/${container_name}`;

async function addToHistograms(
  scope: ClusterScope,
  containers: readonly ContainerMinutes[],
): Promise<void> {
  const stored = await readHistograms(scope, containers);
  const rows: HistogramRow[] = [];
  for (const container of containers) {
    for (const resource of ['cpu', 'memory'] as const) {
      const history = new ContainerHistory(stored.get(`${resource}/${keyOf(container)}`));
      const before = history.minutes;
      for (const { time, cpu, memory, limits } of container.minutes) {
        if (resource === 'cpu' && cpu.length > 0) history.addMinute(time, cpu, limits);
        if (resource === 'memory' && memory.length > 0) history.addMinute(time, memory);
      }
      const { workload_uid, container_name } = container;
      if (history.minutes > before) {
        rows.push({ workload_uid, container_name, resource, ...history.row() });
      }
    }
  }
  await writeHistograms(scope, rows);
}

async function readHistograms(
  { tx, organizationId, clusterId }: ClusterScope,
  containers: readonly ContainerMinutes[],
): Promise<Map<`${Resource}/${string}`, HistogramRow>> {
  const { rows } = await sql<HistogramRow>`
    select known.* from usage_histograms as known
    join unnest(
      ${containers.map(({ workload_uid }) => workload_uid)}::uuid[],
      ${containers.map(({ container_name }) => container_name)}::text[]
    ) as wanted (workload_uid, container_name) using (workload_uid, container_name)
    where organization_id = ${organizationId} and cluster_id = ${clusterId}`.execute(tx);
  return new Map(rows.map((row) => [`${row.resource}/${keyOf(row)}`, row]));
}

async function writeHistograms(
  { tx, organizationId, clusterId }: ClusterScope,
  rows: readonly HistogramRow[],
): Promise<void> {
  await sql`
    insert into usage_histograms as known (organization_id, cluster_id, workload_uid,
      container_name, resource, reference_at, first_bucket, weights, samples, minutes,
      first_sample_at, last_sample_at, maximum, weighted_sum, weighted_squares, throttled_weight)
    select ${organizationId}::uuid, ${clusterId}::uuid, new.workload_uid,
      new.container_name, new.resource, new.reference_at, new.first_bucket, new.weights,
      new.samples, new.minutes, new.first_sample_at, new.last_sample_at, new.maximum,
      new.weighted_sum, new.weighted_squares, new.throttled_weight
    from json_populate_recordset(null::usage_histograms, ${JSON.stringify(rows)}::json) as new
    on conflict (organization_id, cluster_id, workload_uid, container_name, resource) do update set
      reference_at = excluded.reference_at, first_bucket = excluded.first_bucket,
      weights = excluded.weights, samples = excluded.samples, minutes = excluded.minutes,
      first_sample_at = excluded.first_sample_at, last_sample_at = excluded.last_sample_at,
      maximum = excluded.maximum, weighted_sum = excluded.weighted_sum,
      weighted_squares = excluded.weighted_squares,
      throttled_weight = excluded.throttled_weight`.execute(tx);
}

async function markTakenIn(
  { tx, organizationId, clusterId }: ClusterScope,
  minutes: readonly Minute[],
): Promise<void> {
  await sql`
    update usage_minutes set samples = null
    where organization_id = ${organizationId} and cluster_id = ${clusterId}
      and minute = any (${minutes.map(({ minute }) => minute.toISOString())}::timestamptz[])`.execute(
    tx,
  );
}

function countSamples(minutes: readonly Minute[]): number {
  let count = 0;
  for (const { samples } of minutes) {
    for (const [, , cpu, memory] of samples) count += cpu.length + memory.length;
  }
  return count;
}
