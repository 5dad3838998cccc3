import { type ClientBase, escapeLiteral } from 'pg';
import { type TenantTable } from './tenant-tables.ts';

/** Rows of an organization that are compared and copied together: one month, or all rows of a small table. */
export interface Chunk {
  readonly table: TenantTable;
  readonly organizationId: string;
  /** First day of the month; null: all rows. */
  readonly month: string | null;
}

/** Condition for its rows; `COPY` takes no parameters. */
export function isInChunk({ table, organizationId, month }: Chunk): string {
  const isOwn = `${table.owner} = ${escapeLiteral(organizationId)}::uuid`;
  if (month === null || table.time === null) return isOwn;
  const first = `${escapeLiteral(month)}::date`;
  return `${isOwn} and ${table.time} >= ${first} and ${table.time} < (${first} + interval '1 month')::date`;
}

/** The chunks of a table that exist on any of the servers. */
export async function listChunks(
  table: TenantTable,
  organizationId: string,
  servers: readonly ClientBase[],
): Promise<Chunk[]> {
  if (table.time === null) return [{ table, organizationId, month: null }];
  const months = await Promise.all(
    servers.map(async (db) => {
      const { rows } = await db.query<{ month: string }>(
        `select distinct to_char(date_trunc('month', ${table.time}), 'YYYY-MM-DD') as month
          from ${table.name} where ${table.owner} = $1`,
        [organizationId],
      );
      return rows.map(({ month }) => month);
    }),
  );
  return [...new Set(months.flat())].sort().map((month) => ({ table, organizationId, month }));
}

/** Number of rows, the exact sum of each numeric column, and a hash of all values. */
export async function digestChunk(db: ClientBase, chunk: Chunk): Promise<string> {
  const { columns, numbers, name } = chunk.table;
  const sums = numbers.map((column) => `sum(${column})`);
  const { rows } = await db.query<{ digest: string }>(
    `select row(count(*), sum(hashtextextended(row(${columns.join(', ')})::text, 0)::numeric)
        ${sums.map((sum) => `, ${sum}`).join('')})::text as digest
      from ${name} where ${isInChunk(chunk)}`,
  );
  return rows[0]?.digest ?? '';
}
