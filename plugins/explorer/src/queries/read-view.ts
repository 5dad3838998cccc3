import { type Kysely, type RawBuilder } from 'kysely';
import { type Window } from '../question/window.ts';
import { type ExplorerRows } from '../tables.ts';
import { type ExplorerScope } from './explorer-scope.ts';
import { prepareView } from './prepare-view.ts';
import { type Period } from './reading.ts';

/** Reads a window, all of it from one view of the ledger, given the closed periods in it. */
export const readView = <Result>(
  ledger: Kysely<ExplorerRows>,
  scope: ExplorerScope,
  window: Window,
  read: (view: Kysely<ExplorerRows>, periods: readonly Period[]) => Promise<Result>,
): Promise<Result> =>
  ledger
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (view) => {
      const { periods } = await readOne(view, prepareView(scope, window));
      return read(view, periods);
    });

export async function readOne<Row>(
  view: Kysely<ExplorerRows>,
  query: RawBuilder<Row>,
): Promise<Row> {
  const { rows } = await query.execute(view);
  return (rows as [Row])[0];
}
