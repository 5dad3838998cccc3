import { type Kysely, type RawBuilder } from 'kysely';
import { type Window } from '../question/window.ts';
import { type ExplorerRows } from '../tables.ts';
import { type ExplorerScope } from './explorer-scope.ts';
import { setPlannerOptions } from './set-planner-options.ts';
import { type Contents, selectContents } from './select-contents.ts';

/** Runs `read` in one read-only transaction, so that all statements see the same state of the ledger. */
export const readView = <Result>(
  ledger: Kysely<ExplorerRows>,
  scope: ExplorerScope,
  window: Window,
  read: (view: Kysely<ExplorerRows>, contents: Contents) => Promise<Result>,
): Promise<Result> =>
  ledger
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (view) => {
      const contents = await readOne(view, selectContents(scope, window));
      await setPlannerOptions.execute(view);
      return read(view, contents);
    });

export async function readOne<Row>(
  view: Kysely<ExplorerRows>,
  query: RawBuilder<Row>,
): Promise<Row> {
  const { rows } = await query.execute(view);
  return (rows as [Row])[0];
}
