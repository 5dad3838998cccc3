import { pipeline } from 'node:stream/promises';
import { type ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { type Chunk, isInChunk } from './chunk.ts';

/** Makes the rows of a chunk on the target those of the source, in one transaction. */
export async function copyChunk(
  source: ClientBase,
  target: ClientBase,
  chunk: Chunk,
): Promise<void> {
  const { name, columns } = chunk.table;
  const list = columns.join(', ');
  await target.query('begin');
  try {
    // Nobody reads the organization here yet: its version is bumped once, at the end.
    await target.query(`select set_config('costplane.bumped', 'everything', true)`);
    await target.query(
      `create temp table incoming on commit drop as select ${list} from ${name} limit 0`,
    );
    await pipeline(
      source.query(
        copyTo(`copy (select ${list} from ${name} where ${isInChunk(chunk)}) to stdout`),
      ),
      target.query(copyFrom(`copy incoming (${list}) from stdin`)),
    );
    await target.query('analyze incoming');
    for (const statement of mergeIncoming(chunk)) await target.query(statement);
    await target.query('commit');
  } catch (error) {
    await target.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Rows that stay as they are are not written: a row that is deleted takes with it all that refers to it. */
function mergeIncoming(chunk: Chunk): string[] {
  const { name, columns, key } = chunk.table;
  const list = columns.join(', ');
  const keys = key.join(', ');
  const isGone = key.map((column) => `gone.${column} = known.${column}`).join(' and ');
  const rest = columns.filter((column) => !key.includes(column));
  const updated = rest.map((column) => `${column} = excluded.${column}`).join(', ');
  const row = (table: string) => rest.map((column) => `${table}.${column}`).join(', ');
  const onConflict =
    rest.length === 0
      ? 'do nothing'
      : `do update set ${updated} where row(${row('known')}) is distinct from row(${row('excluded')})`;
  return [
    // Citus deletes by a list alone where the temporary table is of the coordinator.
    `with gone as materialized (
        select ${keys} from ${name} where ${isInChunk(chunk)} except select ${keys} from incoming
      )
      delete from ${name} as known using gone where ${isGone}`,
    `insert into ${name} as known (${list}) overriding system value select ${list} from incoming
      on conflict (${keys}) ${onConflict}`,
  ];
}
