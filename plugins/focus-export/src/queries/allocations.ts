import { type RawBuilder, sql } from 'kysely';
import { type ExportRequest } from '../export-request.ts';
import { selectOwners } from './owners.ts';

type Sql = RawBuilder<unknown>;

/**
 * The fields of an allocated charge. A `_start` is where its piece begins on the line of the
 * origin; see `origins`. A row of one element has a `component`, and is the piece `direct`.
 */
const fields = {
  state: 'text',
  allocated_id: 'text',
  allocated_name: 'text',
  workload_kind: 'text',
  namespace: 'text',
  namespace_id: 'text',
  tags: 'text',
  team: 'text',
  department: 'text',
  component: 'text',
  direct_start: 'numeric',
  direct: 'numeric',
  cpu_start: 'numeric',
  cpu: 'numeric',
  memory_start: 'numeric',
  memory: 'numeric',
  gpu_start: 'numeric',
  gpu: 'numeric',
  idle_start: 'numeric',
  idle: 'numeric',
  charged_core_seconds: 'numeric',
  charged_byte_seconds: 'numeric',
  gpu_seconds: 'numeric',
  requested_core_seconds: 'numeric',
  requested_byte_seconds: 'numeric',
  used_core_seconds: 'numeric',
  used_byte_seconds: 'numeric',
} as const;

type Fields = Partial<Record<keyof typeof fields, Sql>>;

const select = (given: Fields) =>
  sql`select ${sql.join(
    Object.entries(fields).map(
      ([name, type]) =>
        sql`(${given[name as keyof Fields] ?? sql`null`})::${sql.raw(type)} as ${sql.id(name)}`,
    ),
  )}`;

/** The rows that the origin at hand is split into, in their order. */
export const allocations = (request: ExportRequest) =>
  sql.join(
    [
      ownersOfCompute(request),
      ownersOfStorage(request),
      systemDaemons,
      controlPlane,
      idleCompute(request),
      unclaimedStorage,
    ],
    sql` union all `,
  );

const isCompute = sql`origin.kind = 'compute'`;
const isStorage = sql`origin.kind = 'storage'`;
const isManagement = sql`origin.kind = 'management'`;

const before = (amount: string) =>
  sql`sum(w.${sql.ref(amount)}) over owners - w.${sql.ref(amount)}`;

const owner: Fields = {
  state: sql`'Allocated'`,
  allocated_id: sql`d.owner_id`,
  allocated_name: sql`d.name`,
  workload_kind: sql`d.workload_kind`,
  namespace: sql`d.namespace`,
  namespace_id: sql`n.namespace_id`,
  tags: sql`t.tags`,
  team: sql`t.team`,
  department: sql`t.department`,
};

function ownersOfCompute(request: ExportRequest) {
  const isApportioned = request.idle === 'apportioned';
  const cost = {
    amounts: {
      cpu: sql`coalesce(w.cpu_cost_seconds, 0)`,
      memory: sql`coalesce(w.memory_cost_seconds, 0)`,
      gpu: sql`coalesce(w.gpu_cost_seconds, 0)`,
      idle: isApportioned ? sql`coalesce(w.idle_cost_seconds, 0)` : sql`0::numeric`,
    },
    where: isCompute,
  };
  const idle: Fields = {
    idle_start: sql`origin.direct + origin.overhead + ${before('idle')}`,
    idle: sql`w.idle`,
  };
  const selection = select({
    ...owner,
    direct_start: sql`sum(w.cpu + w.memory + w.gpu) over owners - (w.cpu + w.memory + w.gpu)`,
    direct: sql`w.cpu + w.memory + w.gpu`,
    cpu_start: before('cpu'),
    cpu: sql`w.cpu`,
    memory_start: sql`origin.cpu + ${before('memory')}`,
    memory: sql`w.memory`,
    gpu_start: sql`origin.cpu + origin.memory + ${before('gpu')}`,
    gpu: sql`w.gpu`,
    ...(isApportioned ? idle : {}),
    charged_core_seconds: sql`w.cpu_charged_core_seconds`,
    charged_byte_seconds: sql`w.memory_charged_byte_seconds`,
    gpu_seconds: sql`w.gpu_requested_seconds`,
    requested_core_seconds: sql`w.cpu_requested_core_seconds`,
    requested_byte_seconds: sql`w.memory_requested_byte_seconds`,
    used_core_seconds: sql`w.cpu_used_core_seconds`,
    used_byte_seconds: sql`w.memory_used_byte_seconds`,
  });
  return sql`(${selectOwners(request, cost, selection)})`;
}

function ownersOfStorage(request: ExportRequest) {
  const cost = {
    amounts: { storage: sql`coalesce(w.storage_cost_seconds, 0)` },
    where: isStorage,
  };
  const selection = select({
    ...owner,
    component: sql`'storage.pv'`,
    direct_start: before('storage'),
    direct: sql`w.storage`,
  });
  return sql`(${selectOwners(request, cost, selection)})`;
}

const overhead = (cause: string, name: string): Fields => ({
  state: sql`'Overhead'`,
  allocated_id: sql`origin.cluster_id || ${sql.lit(`/overhead/${cause}`)}`,
  allocated_name: sql.lit(name),
  component: sql`'overhead'`,
  direct_start: sql`origin.direct`,
  direct: sql`origin.overhead`,
});

const systemDaemons = sql`(
  ${select(overhead('system-daemons', 'System daemons'))}
  where ${isCompute} and origin.overhead > 0)`;

const controlPlane = sql`(
  ${select(overhead('control-plane', 'Control plane'))} where ${isManagement})`;

const idleRow = (start: Sql): Fields => ({
  state: sql`'Idle'`,
  component: sql`'idle'`,
  direct_start: start,
  direct: sql`origin.total - (${start})`,
});

/** All idle, or what cannot be spread. */
function idleCompute({ idle }: ExportRequest) {
  const start =
    idle === 'apportioned'
      ? sql`origin.direct + origin.overhead + origin.idle`
      : sql`origin.direct + origin.overhead`;
  return sql`(${select(idleRow(start))} where ${isCompute} and origin.total > ${start})`;
}

const unclaimedStorage = sql`(
  ${select(idleRow(sql`origin.direct`))} where ${isStorage} and origin.unallocated > 0)`;
