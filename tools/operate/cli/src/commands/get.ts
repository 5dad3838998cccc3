import { type CostplaneClient } from '@costplane/client';
import { type Connection, prepareQuery } from '../costs/connect.ts';
import { findClusterIds } from '../costs/find-cluster-ids.ts';
import { format, type Result } from '../costs/format.ts';
import { type Output } from '../costs/outputs.ts';
import { type ResourceName } from '../costs/resource-names.ts';
import { findResource } from '../costs/find-resource.ts';
import { show } from '../costs/show.ts';

export interface GetOptions extends Connection {
  output: Output;
  watch?: number;
  limit?: number;
  cluster?: string[];
  /** Query parameters of the route, by their names. */
  query: Readonly<Record<string, unknown>>;
}

/** Lists resources with their costs, most expensive first. */
export async function get(name: ResourceName, options: GetOptions): Promise<void> {
  const query = await prepareQuery(options, async (client) =>
    format(await list(client, name, options), options.output),
  );
  await show(query, options.watch);
}

async function list(
  client: CostplaneClient,
  name: ResourceName,
  { cluster, limit = Infinity, query }: GetOptions,
): Promise<Result<unknown>> {
  const { list, columns, cost } = findResource(name);
  const rows: unknown[] = [];
  const clusterIds = cluster && (await findClusterIds(client, cluster));
  const asked = {
    ...query,
    ...(clusterIds && { cluster_id: clusterIds }),
    ...(limit < 500 && name !== 'node-groups' && { limit }),
  };
  for await (const row of list(client, asked)) {
    rows.push(row);
    if (rows.length >= limit) break;
  }
  const currency = rows.map(cost).find((amount) => amount !== undefined)?.currency;
  return {
    document: rows,
    rows,
    columns: columns(currency ?? ''),
    currency,
    isCut: rows.length >= limit,
    notes: rows.length === 0 ? ['Nothing matches.'] : [],
  };
}
