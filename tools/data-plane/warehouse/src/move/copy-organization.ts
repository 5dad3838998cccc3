import { type ClientBase } from 'pg';
import { WarehouseError } from '../warehouse-error.ts';
import { copyChunk } from './copy-chunk.ts';
import { type Chunk, describeChunk, digestChunk, listMonths } from './chunk.ts';
import { type TenantTable } from './tenant-tables.ts';

export interface Copying {
  readonly source: ClientBase;
  readonly target: ClientBase;
  readonly organizationId: string;
  readonly tables: readonly TenantTable[];
  readonly signal: AbortSignal;
  /** Creates the partitions of the target for a month, given by its first day. */
  readonly createMonth: (month: string) => Promise<void>;
  /** Called before each part is copied. */
  readonly onCopy: (part: string) => void;
}

const maxPassesWhilePaused = 10;

/**
 * Copies the differences until both servers are equal, while nothing changes the organization. Months
 * of the ledger that are equal stay equal: copying other rows changes only tables without months, or
 * months that are compared later.
 *
 * @throws {WarehouseError} if the organization changes nevertheless
 */
export async function copyUntilSame(copying: Copying): Promise<void> {
  let copied: readonly string[] | undefined;
  for (let pass = 0; pass < maxPassesWhilePaused; pass += 1) {
    copied = await copyDifferences(copying, copied);
    if (copied.length === 0) return;
  }
  throw new WarehouseError('The organization changes while it is being moved; try again later');
}

/**
 * Compares the rows of an organization on two servers, from one snapshot of the source, and copies the
 * differences. Returns the parts that were copied; none: both are equal. After an error the sessions
 * cannot be used again, because an abandoned `COPY` blocks its connection.
 *
 * @param months of the ledger to compare, as an earlier call returned them; default: all
 */
export async function copyDifferences(
  copying: Copying,
  months?: readonly string[],
): Promise<string[]> {
  const { source } = copying;
  const copied: string[] = [];
  await source.query('begin isolation level repeatable read read only');
  for (const table of copying.tables) copied.push(...(await copyTable(copying, table, months)));
  await source.query('commit');
  return copied;
}

async function copyTable(
  copying: Copying,
  table: TenantTable,
  months: readonly string[] | undefined,
): Promise<string[]> {
  const { source, target, organizationId, signal, createMonth, onCopy } = copying;
  const copied: string[] = [];
  const known = await listMonths(target, table);
  const all = new Set([...known, ...(await listMonths(source, table))]);
  for (const month of table.time === null ? [null] : [...all].sort()) {
    const chunk: Chunk = { table, organizationId, month };
    const part = describeChunk(chunk);
    if (month !== null && months?.includes(part) === false) continue;
    signal.throwIfAborted();
    const digests = await Promise.all([source, target].map((db) => digestChunk(db, chunk)));
    if (digests[0] === digests[1]) continue;
    onCopy(part);
    if (month !== null && !known.includes(month)) await createMonth(month);
    await copyChunk(source, target, chunk);
    copied.push(part);
  }
  return copied;
}

/** Numbers that other organizations of the target can take while a sequence is continued. */
const headroom = 1_000;

/**
 * Continues sequences after the copied rows, so that new rows get unused numbers. Other organizations
 * of the target use them meanwhile, so no sequence is ever set back.
 */
export async function continueSequences({ target, tables }: Copying): Promise<void> {
  for (const { name, identity } of tables) {
    if (identity === null) continue;
    const { rows } = await target.query<{ last: string | null }>(
      `select max(${identity})::text as last from ${name}`,
    );
    await target.query(
      `select setval(sequence, $3::bigint + ${headroom})
        from (select pg_get_serial_sequence($1, $2)::regclass as sequence) as known
        where $3::bigint > nextval(sequence)`,
      [name, identity, rows[0]?.last ?? null],
    );
  }
}
