import { sql } from 'kysely';
import { nodePrices } from '../describe/nodes.ts';
import { type UnlistedObjects } from '../describe/snapshot.ts';
import { inCluster, type Scope } from './scope.ts';

/** Updates the stored prices of objects that the snapshot lacks. */
export async function writeUnlistedPrices(
  scope: Scope,
  { nodes, volumes }: UnlistedObjects,
): Promise<void> {
  const nodeRows = nodes.map((node) => ({ uid: node.uid, ...nodePrices(node) }));
  await writeChanged(scope, 'nodes', 'uid', nodeRows);
  const volumeRows = volumes.map(({ name, storage_pv_hourly, pricing_source }) => ({
    name,
    storage_pv_hourly,
    pricing_source,
  }));
  await writeChanged(scope, 'persistent_volumes', 'name', volumeRows);
}

const columnTypes: Partial<Record<string, string>> = {
  uid: 'uuid',
  name: 'text',
  pricing_source: 'text',
};

/** Clears the digest of the facts, because the prices are among them. */
async function writeChanged<Row extends object>(
  scope: Scope,
  table: 'nodes' | 'persistent_volumes',
  key: keyof Row & string,
  rows: readonly Row[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first) as (keyof Row & string)[];
  const prices = columns.filter((column) => column !== key);
  const listPrices = (alias: string) =>
    sql.join(prices.map((column) => sql.ref(`${alias}.${column}`)));
  const listValues = (column: keyof Row & string) =>
    sql`${rows.map((row) => row[column])}::${sql.raw(columnTypes[column] ?? 'numeric')}[]`;
  await sql`
    update ${sql.table(table)} as item set
      cost_updated_at = ${scope.takenAt}::timestamptz, facts_digest = null,
      ${sql.join(prices.map((column) => sql`${sql.id(column)} = ${sql.ref(`given.${column}`)}`))}
    from unnest(${sql.join(columns.map(listValues))})
      as given (${sql.join(columns.map((column) => sql.id(column)))})
    where ${inCluster(scope, 'item')} and item.gone_at is null
      and ${sql.ref(`item.${key}`)} = ${sql.ref(`given.${key}`)}
      and (${listPrices('item')}) is distinct from (${listPrices('given')})`.execute(scope.tx);
}
