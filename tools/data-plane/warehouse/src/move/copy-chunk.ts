import { pipeline } from 'node:stream/promises';
import { type ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { type Chunk, isInChunk } from './chunk.ts';

/** Makes the rows of a chunk on the target equal to those on the source, in one transaction. */
export async function copyChunk(
  source: ClientBase,
  target: ClientBase,
  chunk: Chunk,
): Promise<void> {
  const { name, columns } = chunk.table;
  const list = columns.join(', ');
  await target.query('begin');
  // The organization is not read here yet: its version is bumped once, at the end.
  await target.query(`select set_config('costplane.bumped', 'everything', true)`);
  await target.query(
    `create temp table incoming on commit drop as select ${list} from ${name} limit 0`,
  );
  await pipeline(
    source.query(copyTo(`copy (select ${list} from ${name} where ${isInChunk(chunk)}) to stdout`)),
    target.query(copyFrom(`copy incoming (${list}) from stdin`)),
  );
  await target.query('analyze incoming');
  await deleteGone(target, chunk);
  // A new row may have what a known one has given up, such as a name: known rows are updated first.
  if (chunk.month === null) await target.query(upsertIncoming(chunk, isKnown(chunk)));
  await target.query(upsertIncoming(chunk));
  await target.query('commit');
}

function isKnown(chunk: Chunk): string {
  const { name, key } = chunk.table;
  return `where (${key.join(', ')}) in (select ${key.join(', ')} from ${name} where ${isInChunk(chunk)})`;
}

/** Number of rows that one statement deletes. */
const maxDeletedPerFetch = 10_000;

/**
 * Deletes rows that the source no longer has. Citus can delete from a reference table by values
 * only, not by a temporary table, so the keys are read first.
 */
async function deleteGone(target: ClientBase, chunk: Chunk): Promise<void> {
  const { name, key } = chunk.table;
  const keys = key.join(', ');
  const isGone = key.map((column) => `gone.${column} = known.${column}`).join(' and ');
  await target.query(
    `declare gone no scroll cursor for select row_to_json(one)::text as key from (
        select ${keys} from ${name} where ${isInChunk(chunk)} except select ${keys} from incoming
      ) as one`,
  );
  for (;;) {
    const { rows } = await target.query<{ key: string }>(`fetch ${maxDeletedPerFetch} from gone`);
    if (rows.length === 0) return;
    await target.query(
      `with gone as materialized (select ${keys} from json_populate_recordset(null::${name}, $1))
        delete from ${name} as known using gone where ${isGone}`,
      [`[${rows.map((row) => row.key).join()}]`],
    );
  }
}

/** Unchanged rows are not written, because deleting a row would cascade to rows that reference it. */
function upsertIncoming(chunk: Chunk, where = ''): string {
  const { name, columns, key } = chunk.table;
  const list = columns.join(', ');
  const rest = columns.filter((column) => !key.includes(column));
  const updated = rest.map((column) => `${column} = excluded.${column}`).join(', ');
  const row = (table: string) => rest.map((column) => `${table}.${column}`).join(', ');
  const onConflict =
    rest.length === 0
      ? 'do nothing'
      : `do update set ${updated} where row(${row('known')}) is distinct from row(${row('excluded')})`;
  return `insert into ${name} as known (${list}) overriding system value
    select ${list} from incoming ${where}
    on conflict (${key.join(', ')}) ${onConflict}`;
}
