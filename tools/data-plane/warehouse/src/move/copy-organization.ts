import { type ClientBase } from 'pg';
import { copyChunk } from './copy-chunk.ts';
import { digestChunk, listChunks } from './chunk.ts';
import { type TenantTable } from './tenant-tables.ts';

export interface Copying {
  readonly source: ClientBase;
  readonly target: ClientBase;
  readonly organizationId: string;
  readonly tables: readonly TenantTable[];
  readonly signal: AbortSignal;
  /** Called before each part is copied. */
  readonly onCopy: (part: string) => void;
}

/**
 * Compares all rows of an organization on two servers, from one snapshot of the source, and copies
 * the differences. Returns the number of parts copied; 0: both are equal. After an error the
 * sessions cannot be used again, because an abandoned `COPY` blocks its connection.
 */
export async function copyDifferences(copying: Copying): Promise<number> {
  const { source } = copying;
  await source.query('begin isolation level repeatable read read only');
  await prepareMonths(copying);
  let copied = 0;
  for (const table of copying.tables) copied += await copyTable(copying, table);
  await source.query('commit');
  return copied;
}

async function copyTable(copying: Copying, table: TenantTable): Promise<number> {
  const { source, target, organizationId, signal, onCopy } = copying;
  let copied = 0;
  for (const chunk of await listChunks(table, organizationId, [source, target])) {
    signal.throwIfAborted();
    const [given, known] = await Promise.all([
      digestChunk(source, chunk),
      digestChunk(target, chunk),
    ]);
    if (given === known) continue;
    onCopy(`${table.name}${chunk.month === null ? '' : ` of ${chunk.month.slice(0, 7)}`}`);
    await copyChunk(source, target, chunk);
    copied += 1;
  }
  return copied;
}

/** Creates the partitions of the months that will be copied. */
async function prepareMonths({ source, target, organizationId, tables }: Copying): Promise<void> {
  for (const { name, owner, time } of tables) {
    if (time === null) continue;
    const { rows } = await source.query<{ first: string | null; last: string }>(
      `select min(${time})::date::text as first, max(${time})::date::text as last
        from ${name} where ${owner} = $1`,
      [organizationId],
    );
    const [row] = rows;
    if (row?.first == null) continue;
    await target.query('select prepare_ledger_months($1, $2)', [row.first, row.last]);
  }
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
