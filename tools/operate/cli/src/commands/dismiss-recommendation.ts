import { sql } from 'kysely';
import { CommandError } from '../command-error.ts';
import { withDatabase } from '../database/command-database.ts';
import { printJson, printLines } from '../print.ts';
import { isUuid } from '../uuid.ts';

interface Change {
  from: 'pending' | 'dismissed';
  to: 'pending' | 'dismissed';
  /** What has been done to it. */
  done: string;
}

/** Sets a recommendation aside until what it says has moved by 20 %. */
export const dismissRecommendation = (id: string, options: { json?: boolean }): Promise<void> =>
  changeStatus(id, { from: 'pending', to: 'dismissed', done: 'Dismissed' }, options);

/** Takes a dismissal back. */
export const restoreRecommendation = (id: string, options: { json?: boolean }): Promise<void> =>
  changeStatus(id, { from: 'dismissed', to: 'pending', done: 'Restored' }, options);

async function changeStatus(
  id: string,
  { from, to, done }: Change,
  { json }: { json?: boolean },
): Promise<void> {
  if (!isUuid(id)) throw new CommandError(`"${id}" is not the id of a recommendation, a UUID`);
  const changed = await withDatabase(async (database) => {
    const db = database.as('ingest');
    const known = await db
      .selectFrom('recommendations')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirst();
    if (known?.status === to) {
      throw new CommandError(`Recommendation ${id} is already ${to}`);
    }
    const row = await db
      .updateTable('recommendations')
      .set({ status: to, updated_at: sql`now()` })
      .where('id', '=', id)
      .where('status', '=', from)
      .returning(['id', 'status', 'title', 'updated_at'])
      .executeTakeFirst();
    if (row) return row;
    throw new CommandError(
      known
        ? `Recommendation ${id} is ${known.status}; only one that is ${from} can become ${to}`
        : `There is no recommendation with the id ${id}; see the ids with /v1/recommendations`,
    );
  });
  if (json) printJson(changed);
  else printLines(`${done}: ${changed.title}`);
}
