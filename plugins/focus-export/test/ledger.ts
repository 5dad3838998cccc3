import { bootTestApplication, type TestApplication } from '@costplane/plugin-testing';
import { uuidV5 } from '../src/metadata/uuid-v5.ts';

/** What an owner is and costs on a day, in currency; hours of cores, GiB and GPUs. */
export interface OwnerDay {
  readonly uid?: string;
  /** `''`: the namespace itself. */
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly teams?: readonly string[];
  readonly departments?: readonly string[];
  readonly cpu?: string | null;
  readonly memory?: string | null;
  readonly gpu?: string | null;
  readonly idle?: string | null;
  readonly overhead?: string | null;
  readonly storage?: string | null;
  readonly coreHours?: string;
  readonly coreHoursRequested?: string;
  readonly coreHoursUsed?: string | null;
  readonly gibibyteHours?: string;
  readonly gibibyteHoursRequested?: string;
  readonly gibibyteHoursUsed?: string | null;
  readonly gpuHours?: string;
}

/** What a cluster is on a day, and costs beside its owners. */
export interface ClusterDay {
  readonly name?: string;
  readonly provider?: string;
  readonly region?: string;
  readonly computeSources?: readonly string[];
  readonly storageSources?: readonly string[];
  readonly unallocatedCompute?: string | null;
  readonly unallocatedStorage?: string | null;
  readonly management?: string | null;
  readonly onDemand?: string | null;
  readonly isComputePartial?: boolean;
  readonly isStoragePartial?: boolean;
  readonly seconds?: number;
}

/** The plugin alone, over an organization with a history. */
export interface Ledger {
  readonly app: TestApplication;
  readonly organization: string;
  /** A key of its own for each call, so that none has used up its exports. */
  readonly newKey: (
    allowedClusterIds?: readonly string[] | null,
    organizationId?: string,
  ) => Promise<string>;
  insertCluster(id?: string, organizationId?: string): Promise<string>;
  /** Inserts a day: its owners, and what they add up to by namespace and for the cluster. */
  insertDay(
    clusterId: string,
    day: string,
    owners: readonly OwnerDay[],
    bill?: ClusterDay,
    organizationId?: string,
  ): Promise<void>;
  clear(): Promise<void>;
}

export async function bootLedger(config: unknown = {}): Promise<Ledger> {
  const app = await bootTestApplication({
    plugins: [{ entry: new URL('../src/index.ts', import.meta.url), config }],
  });
  const organization = await app.createOrganization('acme', 'EUR');
  await app.sql(`select prepare_ledger_months('2026-09-01', '2026-11-30')`);
  return {
    app,
    organization,
    newKey: (allowedClusterIds = null, organizationId = organization) =>
      app.createKey(organizationId, {
        scopes: ['cost_explorer:read'],
        allowedClusterIds,
        requestsPerMinute: 100_000,
      }),
    async insertCluster(id = crypto.randomUUID(), organizationId = organization) {
      await app.insert('clusters', { organization_id: organizationId, id, name: id });
      return id;
    },
    async insertDay(clusterId, day, owners, bill = {}, organizationId = organization) {
      const place = [organizationId, clusterId, day] as const;
      const namespaces = new Set(owners.map(({ namespace = 'shop' }) => namespace));
      const own = [...namespaces].map((name): OwnerDay => ({ kind: '', namespace: name, name }));
      const given = owners
        .filter(({ kind }) => kind === '')
        .map(({ namespace = 'shop' }) => namespace);
      const missing = own.filter(({ namespace = 'shop' }) => !given.includes(namespace));
      for (const owner of [...owners, ...missing]) await insertOwner(app, place, owner);
      await app.sql(namespacesSql, [...place]);
      await insertBill(app, place, bill);
    },
    clear: async () => {
      await app.sql('delete from clusters');
    },
  };
}

export const namespaceId = (clusterId: string, name: string) => uuidV5(clusterId, name);

type Place = readonly [organizationId: string, clusterId: string, day: string];

async function insertOwner(app: TestApplication, place: Place, owner: OwnerDay): Promise<void> {
  const [organizationId, clusterId, day] = place;
  const { kind = 'Deployment', namespace = 'shop', name = 'api' } = owner;
  const uid = owner.uid ?? (kind === '' ? namespaceId(clusterId, namespace) : crypto.randomUUID());
  const [description] = await app.sql<{ id: string }>(
    `insert into owner_descriptions (organization_id, cluster_id, owner_uid, kind, namespace, name,
      labels, teams, departments, digest)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, gen_random_uuid()) returning id`,
    [
      organizationId,
      clusterId,
      uid,
      kind,
      namespace,
      name,
      owner.labels ?? {},
      owner.teams ?? [],
      owner.departments ?? [],
    ],
  );
  const { cpu = '0', memory = '0', gpu = '0', idle = '0', overhead = '0', storage = '0' } = owner;
  const { coreHours = '0', gibibyteHours = '0', gpuHours = '0' } = owner;
  await app.sql(
    `insert into workload_days (organization_id, cluster_id, day, workload_uid, description_id,
      cpu_cost_seconds, memory_cost_seconds, gpu_cost_seconds, idle_cost_seconds,
      overhead_cost_seconds, storage_cost_seconds, cpu_charged_core_seconds,
      cpu_requested_core_seconds, cpu_used_core_seconds, memory_charged_byte_seconds,
      memory_requested_byte_seconds, memory_used_byte_seconds, gpu_requested_seconds, seconds)
    select $1, $2, $3, $4, $5, $6::numeric * 3600, $7::numeric * 3600, $8::numeric * 3600,
      $9::numeric * 3600, $10::numeric * 3600, $11::numeric * 3600, $12::numeric * 3600,
      $13::numeric * 3600, $14::numeric * 3600, $15::numeric * 3600 * 2 ^ 30,
      $16::numeric * 3600 * 2 ^ 30, $17::numeric * 3600 * 2 ^ 30, $18::numeric * 3600, 86400`,
    [
      organizationId,
      clusterId,
      day,
      uid,
      description?.id,
      cpu,
      memory,
      gpu,
      idle,
      overhead,
      storage,
      coreHours,
      owner.coreHoursRequested ?? coreHours,
      owner.coreHoursUsed ?? null,
      gibibyteHours,
      owner.gibibyteHoursRequested ?? gibibyteHours,
      owner.gibibyteHoursUsed ?? null,
      gpuHours,
    ],
  );
}

const added = [
  'cpu_cost_seconds',
  'memory_cost_seconds',
  'gpu_cost_seconds',
  'idle_cost_seconds',
  'overhead_cost_seconds',
  'storage_cost_seconds',
];
const measured = [
  'cpu_charged_core_seconds',
  'cpu_requested_core_seconds',
  'cpu_used_core_seconds',
  'memory_charged_byte_seconds',
  'memory_requested_byte_seconds',
  'memory_used_byte_seconds',
  'gpu_requested_seconds',
];
const sums = (names: readonly string[]) => names.map((name) => `sum(w.${name})`).join(', ');

const namespacesSql = `
  insert into namespace_days (organization_id, cluster_id, day, namespace, description_id,
    description_ids, ${[...added, ...measured].join(', ')}, seconds)
  select w.organization_id, w.cluster_id, w.day, d.namespace,
    max(d.id) filter (where d.kind = ''), array_agg(d.id) filter (where d.kind = ''), ${sums([...added, ...measured])}, 86400
  from workload_days w join owner_descriptions d
    on d.organization_id = w.organization_id and d.cluster_id = w.cluster_id
      and d.id = w.description_id
  where w.organization_id = $1 and w.cluster_id = $2 and w.day = $3
  group by w.organization_id, w.cluster_id, w.day, d.namespace`;

async function insertBill(app: TestApplication, place: Place, bill: ClusterDay): Promise<void> {
  await app.sql(
    `insert into cluster_days (organization_id, cluster_id, day, name, provider, service, region,
      environment, compute_pricing_sources, storage_pricing_sources, ${added.join(', ')},
      unallocated_compute_cost_seconds, unallocated_storage_cost_seconds,
      unallocated_management_cost_seconds, on_demand_compute_cost_seconds,
      is_compute_partial, is_storage_partial, seconds, covered)
    select $1, $2, $3, $4, $5, '', $6, '', $7, $8, ${sums(added)}, $9::numeric * 3600,
      $10::numeric * 3600, $11::numeric * 3600, $12::numeric * 3600, $13, $14, $15, '{}'
    from workload_days w
    where w.organization_id = $1 and w.cluster_id = $2 and w.day = $3`,
    [
      ...place,
      bill.name ?? 'production',
      bill.provider ?? 'aws',
      bill.region ?? 'eu-west-1',
      bill.computeSources ?? ['price_book'],
      bill.storageSources ?? ['default_rates'],
      bill.unallocatedCompute ?? null,
      bill.unallocatedStorage ?? null,
      bill.management ?? null,
      bill.onDemand ?? null,
      bill.isComputePartial ?? false,
      bill.isStoragePartial ?? false,
      bill.seconds ?? 86_400,
    ],
  );
}
