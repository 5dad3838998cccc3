import { type CostplaneClient } from '@costplane/client';
import { counted } from '../counted.ts';
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
    // One more tells whether there are more.
    ...(limit < 500 && name !== 'node-groups' && { limit: limit + 1 }),
  };
  let isCut = false;
  for await (const row of list(client, asked)) {
    isCut = rows.length >= limit;
    if (isCut) break;
    rows.push(row);
  }
  const known = rows.flatMap((row) => cost(row) ?? []);
  const currency = known[0]?.currency;
  return {
    document: rows,
    rows,
    columns: columns(currency ?? ''),
    currency,
    isCut,
    notes: describeRows(rows.length, isCut ? 0 : rows.length - known.length),
  };
}

function describeRows(count: number, unknown: number): string[] {
  if (count === 0) return ['Nothing matches.'];
  if (unknown === 0 || unknown === count) return [];
  return [`The total does not include ${counted(unknown, 'row')} without a known amount.`];
}
