import { packSamples, type ContainerSamples, type Warehouse } from '@costplane/warehouse';
import { sql, type Kysely } from 'kysely';
import { type ContainerUsage } from './container-usage.ts';

/** Container usage of a cluster in one minute. */
export interface UsageMinute {
  /** Any time within the minute. */
  time: Date;
  containers: readonly ContainerUsage[];
}

export interface UsageHistory {
  organizationId: string;
  clusterId: string;
  /** In any order. Generated while they are written, so that a long history need not fit in memory. */
  minutes: Iterable<UsageMinute>;
}

/** Days to keep minutes, during which recording them again does not count twice. */
export const keptDays = 8;

/**
 * Containers in the later samples of a minute. Each later report rewrites them all, so they must
 * not grow with the number of reports; PostgreSQL stores at most 256 MB.
 */
export const maxLaterSamples = 250_000;

const minuteMs = 60_000;
/** Size of the minutes that are written at once, as stored. */
const maxBytes = 1_000_000;

/**
 * Records the container usage of a cluster for the rightsizing engine. A minute is recorded once:
 * minutes that are already recorded, or more than `keptDays` before the cluster's newest snapshot,
 * are skipped. Returns the number of recorded minutes; 0 for a cluster that the organization does
 * not have.
 */
export async function recordUsageMinutes(
  db: Kysely<Warehouse>,
  { organizationId, clusterId, minutes }: UsageHistory,
): Promise<number> {
  let recorded = 0;
  for (const batch of batches(minutes)) {
    const { rows } = await sql`
      insert into usage_minutes (organization_id, cluster_id, minute, samples)
      select cluster.organization_id, cluster.id, told.minute, told.samples
      from clusters as cluster
      cross join unnest(${batch.minutes}::timestamptz[], ${batch.samples}::bytea[])
        as told (minute, samples)
      where cluster.organization_id = ${organizationId}::uuid and cluster.id = ${clusterId}::uuid
        and told.minute >= coalesce(
          cluster.last_seen_at - make_interval(days => ${keptDays}), '-infinity')
      on conflict (organization_id, cluster_id, minute) do nothing
      returning minute`.execute(db);
    recorded += rows.length;
  }
  return recorded;
}

/** Start of the minute that contains a time, in ISO 8601. */
export function startOfMinute(time: number): string {
  return new Date(Math.floor(time / minuteMs) * minuteMs).toISOString();
}

/** The usage in its stored form. */
export const toSamples = (containers: readonly ContainerUsage[]): ContainerSamples[] =>
  containers.map(samplesOfContainer);

const samplesOfContainer = (usage: ContainerUsage): ContainerSamples => [
  ...([usage.workload_uid, usage.container_name] as const),
  ...([usage.cpu_nanocores, usage.memory_bytes, usage.cpu_limit_nanocores] as const),
];

interface Batch {
  minutes: string[];
  samples: Buffer[];
}

function* batches(minutes: Iterable<UsageMinute>): Generator<Batch> {
  let batch: Batch = { minutes: [], samples: [] };
  let bytes = 0;
  for (const { time, containers } of minutes) {
    const packed = packSamples(toSamples(containers));
    batch.minutes.push(startOfMinute(time.getTime()));
    batch.samples.push(packed);
    bytes += packed.length;
    if (bytes < maxBytes) continue;
    yield batch;
    batch = { minutes: [], samples: [] };
    bytes = 0;
  }
  if (batch.minutes.length > 0) yield batch;
}
