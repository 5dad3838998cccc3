import { type Warehouse } from '@costplane/warehouse';
import { type Kysely, sql } from 'kysely';
import { type Snapshot } from '../../snapshot-schema.ts';
import { type Agent } from '../agent-tokens.ts';
import { type Quota, Refusal } from '../refusal.ts';

/** Only a person can raise a limit, so frequent retries are useless. */
const retryAfterSeconds = 300;

/**
 * Checks that the cores of this cluster's nodes, as reported now, and of the organization's other
 * clusters do not exceed the limit. A snapshot that is already stored is not refused.
 *
 * @throws {Refusal} 402
 */
export async function checkLimit(
  db: Kysely<Warehouse>,
  agent: Agent,
  snapshot: Snapshot,
): Promise<Quota> {
  const { planType, cpuLimitCores } = agent;
  const cores = snapshot.nodes.map((node) => node.cpu_capacity_cores);
  if (cpuLimitCores === null) {
    return { plan_type: planType, is_within_quota: true, cluster_cpu: toCores(sum(cores)) };
  }
  const { own, used, remaining, is_within, is_stored } = await computeUsedCores(
    db,
    agent,
    snapshot,
    cores,
  );
  const quota: Quota = {
    plan_type: planType,
    is_within_quota: is_within,
    cluster_cpu: Number(own),
    cpu_limit: Number(cpuLimitCores),
    current_cpu_usage: Number(used),
    remaining_cpu: Number(remaining),
  };
  if (is_within || is_stored) return quota;
  const message = `The clusters of the organization have ${Number(used)} cores with this one; its limit is ${Number(cpuLimitCores)}.`;
  throw new Refusal(402, 'over_limit', message, { quota, retryAfterSeconds });
}

interface Reckoning {
  own: string;
  used: string;
  remaining: string;
  is_within: boolean;
  is_stored: boolean;
}

async function computeUsedCores(
  db: Kysely<Warehouse>,
  { organizationId, clusterId, cpuLimitCores }: Agent,
  { snapshot_id }: Snapshot,
  cores: readonly number[],
): Promise<Reckoning> {
  const { rows } = await sql<Reckoning>`
    select own, used, greatest(${cpuLimitCores}::numeric - used, 0) as remaining,
      used <= ${cpuLimitCores}::numeric as is_within, is_stored
    from (
      select own, own + (
          select coalesce(sum(cpu_total_cores), 0) from clusters
          where organization_id = ${organizationId}::uuid and id <> ${clusterId}::uuid
        ) as used, exists (
          select from snapshots where organization_id = ${organizationId}::uuid
            and cluster_id = ${clusterId}::uuid and snapshot_id = ${snapshot_id}
        ) as is_stored
      from (
        select coalesce(sum(core), 0) as own from unnest(${cores.map(String)}::numeric[]) as core
      ) as reported
    ) as reckoned`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The limit could not be computed');
  return row;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
/** Without rounding errors of floats. */
const toCores = (cores: number) => Number(cores.toFixed(9));
