import { packSamples } from '@costplane/warehouse';
import { sql } from 'kysely';
import { type Snapshot } from '../snapshot-schema.ts';
import { type Scope } from '../write/scope.ts';
import {
  isUsageStale,
  usageOfPods,
  type ContainerUsage,
  type UsingPod,
} from './container-usage.ts';
import { keptDays, maxLaterSamples, startOfMinute, toSamples } from './record-usage-minutes.ts';

const hourMs = 3_600_000;
/** Later reports of a minute whose maxima are recorded. */
const maxLaterReports = 60;

/**
 * Records the usage of running pods for the rightsizing engine: the samples of each minute's first
 * snapshot, and from later ones the maximum of each container, which may be a peak; of an agent that
 * reports constantly, only those of the first reports are recorded. Once an hour, it deletes minutes
 * that exceed the retention.
 */
export async function writeUsage(
  scope: Scope,
  snapshot: Snapshot,
  { lastSeenAt, pods }: { lastSeenAt: number | null; pods: Iterable<UsingPod> },
): Promise<void> {
  const { timestamp } = snapshot;
  const toHour = (time: number) => Math.floor(time / hourMs);
  if (lastSeenAt === null || toHour(lastSeenAt) < toHour(timestamp)) await dropOldMinutes(scope);
  if (isUsageStale(snapshot)) return;
  const containers = usageOfPods(pods);
  if (containers.length === 0) return;
  const most = Math.min(maxLaterReports * containers.length, maxLaterSamples);
  await sql`
    insert into usage_minutes as known (organization_id, cluster_id, minute, samples)
    values (${scope.organizationId}, ${scope.clusterId}, ${startOfMinute(timestamp)},
      ${packSamples(toSamples(containers))})
    on conflict (organization_id, cluster_id, minute) do update set
      later_samples = coalesce(known.later_samples, '[]')
        || ${JSON.stringify(toSamples(containers.map(toPeak)))}::jsonb
      where coalesce(jsonb_array_length(known.later_samples), 0) < ${most}`.execute(scope.tx);
}

const toPeak = (usage: ContainerUsage): ContainerUsage => ({
  ...usage,
  cpu_nanocores: highest(usage.cpu_nanocores),
  memory_bytes: highest(usage.memory_bytes),
  cpu_limit_nanocores: [],
});

const highest = (figures: readonly number[]) =>
  figures.length === 0 ? [] : [figures.reduce((most, figure) => Math.max(most, figure))];

async function dropOldMinutes({ tx, organizationId, clusterId, takenAt }: Scope): Promise<void> {
  await sql`
    delete from usage_minutes
    where organization_id = ${organizationId} and cluster_id = ${clusterId}
      and minute < ${takenAt}::timestamptz - make_interval(days => ${keptDays})`.execute(tx);
}
