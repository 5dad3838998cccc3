import { anyOf } from '@costplane/plugin-api/listing';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Window } from '../question/window.ts';
import { type OpencostRows } from '../tables.ts';
import { prepareReading } from './answer-question.ts';
import { selectUnits, type SourceName, type SumName } from './facts.ts';
import { clusterNames, type Scope } from './scope.ts';

/** What a node cost, or a cluster beside its nodes; sums as decimal text. */
export type AssetRow = Readonly<Record<SumName, string>> & {
  readonly set_number: number;
  readonly cluster: string;
  /** These are of a node. */
  readonly node_uid?: string;
  readonly name?: string;
  readonly instance_type?: string;
  readonly capacity_type?: string;
};

/** What a machine is made of, and what it costs now. */
export interface MachineRow {
  readonly cpu_total_cores: string;
  readonly memory_total_bytes: number;
  readonly compute_cpu_hourly: string | null;
  readonly compute_ram_hourly: string | null;
  readonly compute_gpu_hourly: string | null;
}

/** What was paid for in sets, from one view of the ledger. */
export interface Assets {
  readonly nodes: readonly AssetRow[];
  readonly clusters: readonly AssetRow[];
  readonly covered: Window | undefined;
}

export const readAssets = (
  ledger: Kysely<OpencostRows>,
  sets: readonly Window[],
  scope: Scope,
  now: Date,
): Promise<Assets> =>
  ledger
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (view) => {
      const { reading, covered } = await prepareReading(view, sets, scope, now);
      const read = async (source: SourceName) =>
        (await selectAssets(selectUnits(source, reading, scope), scope).execute(view)).rows;
      return { nodes: await read('node'), clusters: await read('cluster'), covered };
    });

const selectAssets = (units: RawBuilder<unknown>, scope: Scope): RawBuilder<AssetRow> =>
  sql<AssetRow>`
    select unit.*, cluster.name as cluster
    from (${units}) as unit join ${clusterNames(scope)} on cluster.id = unit.cluster_id`;

/** The machines by the uids of their nodes, also of those that are gone. */
export async function readMachines(
  db: Kysely<OpencostRows>,
  { organizationId, clusters }: Scope,
): Promise<ReadonlyMap<string, MachineRow>> {
  const ids = clusters.map(({ id }) => id);
  const rows = await db
    .selectFrom('nodes')
    .select([
      'uid',
      'cpu_total_cores',
      'memory_total_bytes',
      'compute_cpu_hourly',
      'compute_ram_hourly',
      'compute_gpu_hourly',
    ])
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`cluster_id = ${anyOf(ids, 'uuid')}`)
    .execute();
  return new Map(rows.map(({ uid, ...machine }) => [uid, machine]));
}
