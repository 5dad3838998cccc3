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
  const own = toCores(sum(snapshot.nodes.map((node) => node.cpu_capacity_cores)));
  if (cpuLimitCores === null) {
    return { plan_type: planType, is_within_quota: true, cluster_cpu: own };
  }
  const { used, remaining, is_within } = await computeUsedCores(db, agent, own);
  const quota: Quota = {
    plan_type: planType,
    is_within_quota: is_within,
    cluster_cpu: own,
    cpu_limit: Number(cpuLimitCores),
    current_cpu_usage: Number(used),
    remaining_cpu: Number(remaining),
  };
  if (is_within || (await isStored(db, agent, snapshot))) return quota;
  const message = `The clusters of the organization have ${Number(used)} cores with this one; its limit is ${Number(cpuLimitCores)}.`;
  throw new Refusal(402, 'over_limit', message, { quota, retryAfterSeconds });
}

interface UsedCores {
  used: string;
  remaining: string;
  is_within: boolean;
}

async function computeUsedCores(
  db: Kysely<Warehouse>,
  { organizationId, clusterId, cpuLimitCores }: Agent,
  own: number,
): Promise<UsedCores> {
  const { rows } = await sql<UsedCores>`
    select used, greatest(${cpuLimitCores}::numeric - used, 0) as remaining,
      used <= ${cpuLimitCores}::numeric as is_within
    from (
      select ${own}::numeric + coalesce(sum(cpu_total_cores), 0) as used from clusters
      where organization_id = ${organizationId}::uuid and id <> ${clusterId}::uuid
    ) as counted`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The used cores could not be computed');
  return row;
}

async function isStored(
  db: Kysely<Warehouse>,
  { organizationId, clusterId }: Agent,
  { snapshot_id }: Snapshot,
): Promise<boolean> {
  const { rows } = await sql`
    select from snapshots where organization_id = ${organizationId}::uuid
      and cluster_id = ${clusterId}::uuid and snapshot_id = ${snapshot_id}`.execute(db);
  return rows.length > 0;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
/** Without rounding errors of floats. */
const toCores = (cores: number) => Number(cores.toFixed(9));
