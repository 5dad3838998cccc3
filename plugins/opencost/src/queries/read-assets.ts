import { sql } from 'kysely';
import { joinCluster } from './scope.ts';
import { selectUnits, type SourceName, type SumName } from './units.ts';
import { type View } from './view.ts';

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

export async function readAssets(
  view: View,
  source: SourceName & ('node' | 'cluster'),
): Promise<readonly AssetRow[]> {
  const name = source === 'node' ? sql`, unit.node_uid` : sql``;
  const { rows } = await sql<AssetRow>`
    select unit.*, cluster.name as cluster
    from (${selectUnits(source, view)}) as unit ${joinCluster(view.scope)}
    order by unit.set_number, cluster.name${name}`.execute(view.db);
  return rows;
}
