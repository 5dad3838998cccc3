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

/** What a person calls it. */
export const describeChunk = ({ table, month }: Chunk): string =>
  `${table.name}${month === null ? '' : ` of ${month.slice(0, 7)}`}`;

/** The first days of the months for which a server has partitions of a table. */
export async function listMonths(db: ClientBase, { name }: TenantTable): Promise<string[]> {
  const { rows } = await db.query<{ month: string }>(
    `select replace(right(relname, 7), '_', '-') || '-01' as month
      from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = $1::regclass order by month`,
    [name],
  );
  return rows.map(({ month }) => month);
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
