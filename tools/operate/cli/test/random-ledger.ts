import { type Warehouse } from '@costplane/warehouse';
import { type Insertable, type Kysely, sql } from 'kysely';

/** mulberry32: the same seed gives the same numbers from 0 to 1. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface RandomLedger {
  readonly seed: number;
  /** `YYYY-MM-DD`, both included. */
  readonly from: string;
  readonly to: string;
}

const dayMs = 86_400_000;
const owners = 7;
const nodes = 4;

type Next = () => number;

/**
 * Days of two clusters of the only organization, of every kind that the ledger can have: costs that
 * are not known, gaps, clusters that are renamed, nodes that change or that no snapshot lists, owners
 * that are described anew.
 */
export async function spendAtRandom(
  db: Kysely<Warehouse>,
  { seed, from, to }: RandomLedger,
): Promise<void> {
  const next = random(seed);
  await sql`select prepare_ledger_months(${from}::date, ${to}::date)`.execute(db);
  const { id: organizationId } = await db
    .selectFrom('organizations')
    .select('id')
    .executeTakeFirstOrThrow();
  for (const name of ['first', 'second']) {
    const { id } = await db
      .insertInto('clusters')
      .values({ organization_id: organizationId, name })
      .returning('id')
      .executeTakeFirstOrThrow();
    await spendInCluster(db, {
      next,
      head: { organization_id: organizationId, cluster_id: id },
      name,
      from,
      to,
    });
  }
}

interface Spending extends Omit<RandomLedger, 'seed'> {
  readonly next: Next;
  readonly head: { readonly organization_id: string; readonly cluster_id: string };
  readonly name: string;
}

async function spendInCluster(
  db: Kysely<Warehouse>,
  { next, head, name, from, to }: Spending,
): Promise<void> {
  const nodeUids = Array.from({ length: nodes }, () => crypto.randomUUID());
  const ownerUids = Array.from({ length: owners }, () => crypto.randomUUID());
  const pods = ownerUids.map(() => [crypto.randomUUID(), crypto.randomUUID()]);
  const descriptions: string[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += dayMs) {
    if (next() < 0.05) continue;
    const day = { ...head, day: new Date(time).toISOString().slice(0, 10) };
    const isRenamed = day.day >= '2026-04-12' && name === 'first';
    for (const [index, ownerUid] of ownerUids.entries()) {
      if (descriptions[index] !== undefined && next() > 0.04) continue;
      const { id } = await db
        .insertInto('owner_descriptions')
        .values({
          ...head,
          owner_uid: ownerUid,
          kind: ['Deployment', 'StatefulSet', 'DaemonSet', ''][index % 4]!,
          namespace: `namespace-${index % 3}`,
          name: `owner-${index}`,
          labels: { app: `owner-${index}`, ...(next() < 0.5 && { tier: `${index % 2}` }) },
          annotations: next() < 0.5 ? { note: `${index % 3}` } : {},
          namespace_labels: { tier: 'namespace' },
          teams: next() < 0.7 ? [`team-${Math.floor(next() * 3)}`] : [],
          departments: [],
          digest: crypto.randomUUID(),
        })
        .returning(sql<string>`id::text`.as('id'))
        .executeTakeFirstOrThrow();
      descriptions[index] = id;
    }
    await db
      .insertInto('cluster_days')
      .values({
        ...day,
        ...ownerCosts(next),
        ...unallocatedCosts(next),
        name: isRenamed ? 'renamed' : name,
        provider: 'aws',
        service: 'eks',
        region: next() < 0.03 ? 'us' : 'eu',
        environment: 'production',
        compute_pricing_sources: [],
        storage_pricing_sources: [],
        on_demand_compute_cost_seconds: null,
        is_compute_partial: false,
        is_storage_partial: false,
        ...covered,
      })
      .execute();
    await db
      .insertInto('namespace_days')
      .values(
        [0, 1, 2].map((index) => ({
          ...day,
          namespace: `namespace-${index}`,
          description_id: '0',
          ...ownerCosts(next),
          ...quantities(next),
          ...charged,
        })),
      )
      .execute();
    await db
      .insertInto('workload_days')
      .values(
        ownerUids.map((workloadUid, index) => ({
          ...day,
          workload_uid: workloadUid,
          description_id: descriptions[index]!,
          ...ownerCosts(next),
          ...quantities(next),
          ...charged,
        })),
      )
      .execute();
    const listed = nodeUids.filter(() => next() < 0.9);
    if (listed.length > 0) {
      await db
        .insertInto('node_days')
        .values(listed.map((uid) => nodeDay(next, day, uid, nodeUids.indexOf(uid))))
        .execute();
    }
    await db
      .insertInto('container_days')
      .values(
        ownerUids.flatMap((workloadUid, index) =>
          pods[index]!.flatMap((podUid, pod) =>
            ['main', 'sidecar'].map((container): Insertable<Warehouse['container_days']> => ({
              ...day,
              pod_uid: podUid,
              pod_name: `owner-${index}-${pod}`,
              container_name: container,
              workload_uid: workloadUid,
              description_id: descriptions[index]!,
              node_uid: next() < 0.1 ? null : nodeUids[Math.floor(next() * nodes)]!,
              ...computeCosts(next),
              management_cost_seconds: amount(next),
              ...quantities(next),
              gpu_requested_seconds: '0',
              seconds: '86400',
            })),
          ),
        ),
      )
      .execute();
  }
}

function nodeDay(
  next: Next,
  day: { organization_id: string; cluster_id: string; day: string },
  uid: string,
  index: number,
): Insertable<Warehouse['node_days']> {
  return {
    ...day,
    node_uid: uid,
    name: `node-${index}`,
    instance_type: index % 2 === 0 ? 'small' : 'large',
    node_group: next() < 0.1 ? 'group-1' : 'group-0',
    availability_zone: 'a',
    capacity_type: next() < 0.3 ? 'spot' : 'on-demand',
    architecture: index === 3 ? 'arm64' : 'amd64',
    ...computeCosts(next),
    unallocated_cost_seconds: amount(next),
    ...quantities(next),
    gpu_requested_seconds: '0',
    ...covered,
  };
}

/** Of up to twenty digits; one in six is not known. */
const amount = (next: Next) =>
  next() < 0.16
    ? null
    : `${Math.floor(next() * 1e6)}.${String(Math.floor(next() * 1e15)).padStart(15, '0')}`;
const knownAmount = (next: Next) => `${Math.floor(next() * 1e6)}.${Math.floor(next() * 1e9)}`;

const computeCosts = (next: Next) => ({
  cpu_cost_seconds: amount(next),
  memory_cost_seconds: amount(next),
  gpu_cost_seconds: amount(next),
  idle_cost_seconds: amount(next),
  overhead_cost_seconds: amount(next),
});
const ownerCosts = (next: Next) => ({
  ...computeCosts(next),
  storage_cost_seconds: amount(next),
  management_cost_seconds: amount(next),
});
const unallocatedCosts = (next: Next) => ({
  unallocated_compute_cost_seconds: amount(next),
  unallocated_storage_cost_seconds: amount(next),
  unallocated_management_cost_seconds: amount(next),
});
const quantities = (next: Next) => ({
  cpu_requested_core_seconds: knownAmount(next),
  memory_requested_byte_seconds: knownAmount(next),
  cpu_used_core_seconds: amount(next),
  memory_used_byte_seconds: amount(next),
});
const charged = {
  gpu_requested_seconds: '0',
  cpu_charged_core_seconds: '0',
  memory_charged_byte_seconds: '0',
  seconds: '86400',
};
const covered = { seconds: '86400', covered: '{}' };
