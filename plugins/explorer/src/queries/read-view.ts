import { type Kysely } from 'kysely';
import { type Window } from '../question/window.ts';
import { type ExplorerRows } from '../tables.ts';
import { type ExplorerScope } from './explorer-scope.ts';
import { setPlannerOptions } from './set-planner-options.ts';
import { type Contents, readContents } from './read-contents.ts';

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
      const contents = await readContents(view, scope, window);
      await setPlannerOptions.execute(view);
      return read(view, contents);
    });
