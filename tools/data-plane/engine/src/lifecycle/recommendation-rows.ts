import { formatFixedPoint } from '@costplane/pricing';
import { sql } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import { type Advice } from '../advise/advise.ts';
import { type ClusterScope } from '../cluster-scope.ts';
import { rightsizedKinds } from '../read-workloads.ts';
import { type WorkloadConfig, type WorkloadState } from '../workload-state.ts';
import { type OpenRecommendation } from './open-recommendation.ts';

/** The open recommendations of some workloads. */
export async function readOpenRecommendations(
  { tx, organizationId, clusterId }: ClusterScope,
  workloadUids: readonly string[],
): Promise<OpenRecommendation[]> {
  const { rows } = await sql<OpenRecommendation>`
    select id, resource_uid as "workloadUid", status, title, description, cause,
      risk_level as "riskLevel", data_points_analyzed::integer as samples,
      current_hourly_cost as "hourlyCost", estimated_savings_hourly as "savingHourly",
      current_config as "currentConfig", recommended_config as "recommendedConfig",
      metrics_snapshot as "metricsSnapshot"
    from recommendations
    where organization_id = ${organizationId} and cluster_id = ${clusterId}
      and recommendation_type = 'workload_rightsizing' and status in ('pending', 'dismissed')
      and resource_uid = any (${[...workloadUids]}::text[])`.execute(tx);
  return rows;
}

/**
 * Locks recommendations until the end of the transaction, and returns the ids of those that have
 * not changed since they were read: a person may have dismissed or restored one.
 */
export async function holdUnchanged(
  { tx, organizationId, clusterId }: ClusterScope,
  read: readonly Pick<OpenRecommendation, 'id' | 'status'>[],
): Promise<ReadonlySet<string>> {
  if (read.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select known.id from recommendations as known
    join unnest(${read.map(({ id }) => id)}::uuid[], ${read.map(({ status }) => status)}::text[])
      as read (id, status) on known.id = read.id and known.status = read.status
    where known.organization_id = ${organizationId} and known.cluster_id = ${clusterId}
    order by known.id for update of known`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** The columns that the engine keeps up to date. */
export interface RecommendationColumns {
  resource_type: string;
  resource_uid: string;
  resource_name: string;
  namespace: string;
  title: string;
  description: string;
  cause: string;
  risk_level: string;
  data_points_analyzed: number;
  current_config: WorkloadConfig;
  current_hourly_cost: string | null;
  recommended_config: WorkloadConfig;
  estimated_savings_hourly: string;
  metrics_snapshot: Record<string, unknown>;
}

export function toColumns(workload: WorkloadState, advice: Advice): RecommendationColumns {
  return {
    resource_type: workload.kind,
    resource_uid: workload.uid,
    resource_name: workload.name,
    namespace: workload.namespace,
    title: advice.title,
    description: advice.description,
    cause: advice.cause,
    risk_level: advice.riskLevel,
    data_points_analyzed: advice.samples,
    current_config: advice.currentConfig,
    current_hourly_cost: workload.hourlyCost,
    recommended_config: advice.recommendedConfig,
    estimated_savings_hourly: formatFixedPoint(advice.savingHourly),
    metrics_snapshot: advice.metricsSnapshot,
  };
}

/** Whether a recommendation already has the values of an update. */
export function isUpToDate(known: OpenRecommendation, columns: RecommendationColumns): boolean {
  return isDeepStrictEqual(
    {
      title: known.title,
      description: known.description,
      cause: known.cause,
      risk_level: known.riskLevel,
      data_points_analyzed: known.samples,
      current_config: known.currentConfig,
      current_hourly_cost: known.hourlyCost,
      recommended_config: known.recommendedConfig,
      estimated_savings_hourly: known.savingHourly,
      metrics_snapshot: known.metricsSnapshot,
    },
    {
      title: columns.title,
      description: columns.description,
      cause: columns.cause,
      risk_level: columns.risk_level,
      data_points_analyzed: columns.data_points_analyzed,
      current_config: columns.current_config,
      current_hourly_cost: columns.current_hourly_cost,
      recommended_config: columns.recommended_config,
      estimated_savings_hourly: columns.estimated_savings_hourly,
      metrics_snapshot: columns.metrics_snapshot,
    },
  );
}

const written = [
  'resource_type',
  'resource_uid',
  'resource_name',
  'namespace',
  'title',
  'description',
  'cause',
  'risk_level',
  'data_points_analyzed',
  'current_config',
  'current_hourly_cost',
  'recommended_config',
  'estimated_savings_hourly',
  'metrics_snapshot',
] as const satisfies readonly (keyof RecommendationColumns)[];

/**
 * The first recommendation for a resource has an id that derives from its cluster and uid, so that
 * the demo has the same ids everywhere: a UUID of version 8.
 */
export async function insertPending(
  { tx, organizationId, clusterId }: ClusterScope,
  rows: readonly RecommendationColumns[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into recommendations (organization_id, cluster_id, id, created_at, updated_at,
      ${sql.join(written.map((name) => sql.id(name)))})
    select ${organizationId}::uuid, ${clusterId}::uuid, coalesce(free.id, gen_random_uuid()),
      ${now}::timestamptz, ${now}::timestamptz,
      ${sql.join(written.map((name) => sql.ref(`new.${name}`)))}
    from json_populate_recordset(null::recommendations, ${JSON.stringify(rows)}::json) as new
    left join lateral (
      select overlay(overlay(md5(${clusterId} || '/' || new.resource_uid) placing '8' from 13)
        placing 'a' from 17)::uuid as id
    ) as free
      on not exists (
        select from recommendations as known
        where known.organization_id = ${organizationId} and known.cluster_id = ${clusterId}
          and known.id = free.id
      )`.execute(tx);
}

export async function updatePending(
  { tx, organizationId, clusterId }: ClusterScope,
  rows: readonly (RecommendationColumns & { id: string })[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const values = written.map((name) => sql`${sql.id(name)} = ${sql.ref(`new.${name}`)}`);
  await sql`
    update recommendations as known set updated_at = ${now}, ${sql.join(values)}
    from json_populate_recordset(null::recommendations, ${JSON.stringify(rows)}::json) as new
    where known.organization_id = ${organizationId} and known.cluster_id = ${clusterId}
      and known.id = new.id
      and known.status = 'pending'`.execute(tx);
}

/** With the configuration that was actually applied. */
export async function applyOpen(
  { tx, organizationId, clusterId }: ClusterScope,
  rows: readonly { id: string; applied_config: WorkloadConfig }[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update recommendations as known
    set status = 'applied', applied_config = new.applied_config, updated_at = ${now}
    from json_populate_recordset(null::recommendations, ${JSON.stringify(rows)}::json) as new
    where known.organization_id = ${organizationId} and known.cluster_id = ${clusterId}
      and known.id = new.id
      and known.status in ('pending', 'dismissed')`.execute(tx);
}

export async function archiveOpen(
  { tx, organizationId, clusterId }: ClusterScope,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update recommendations set status = 'archived', updated_at = ${now}
    where organization_id = ${organizationId} and cluster_id = ${clusterId}
      and id = any (${[...ids]}::uuid[])
      and status in ('pending', 'dismissed')`.execute(tx);
}

/** Archives those of workloads that were deleted or are now of another kind. Returns their number. */
export async function archiveOfGone(
  { tx, organizationId, clusterId }: ClusterScope,
  now: Date,
): Promise<number> {
  const { rows } = await sql`
    update recommendations as known set status = 'archived', updated_at = ${now}
    where known.organization_id = ${organizationId} and known.cluster_id = ${clusterId}
      and known.recommendation_type = 'workload_rightsizing'
      and known.status in ('pending', 'dismissed')
      and not exists (
        select from workloads as workload
        where workload.organization_id = known.organization_id
          and workload.cluster_id = known.cluster_id
          and workload.uid::text = known.resource_uid and workload.kind = known.resource_type
          and workload.kind = any (${[...rightsizedKinds]}::text[]) and workload.gone_at is null
      )
    returning id`.execute(tx);
  return rows.length;
}
