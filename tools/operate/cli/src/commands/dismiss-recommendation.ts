import { sql } from 'kysely';
import { CommandError } from '../command-error.ts';
import { confirm } from '../confirm.ts';
import { withDatabase } from '../database/command-database.ts';
import { printJson, printLines } from '../print.ts';
import { type Json, type Yes } from '../program/options.ts';
import { isUuid } from '../uuid.ts';

interface Change {
  from: 'pending' | 'dismissed';
  to: 'pending' | 'dismissed';
  /** The verb of the message. */
  done: string;
}

/** Dismisses a recommendation until its numbers change by 20 %. */
export async function dismissRecommendation(id: string, { yes, json }: Yes & Json): Promise<void> {
  requireRecommendationId(id);
  await confirm(`This dismisses the recommendation ${id} until its numbers change by 20%`, { yes });
  await changeStatus(id, { from: 'pending', to: 'dismissed', done: 'Dismissed' }, { json });
}

/** Makes a dismissed recommendation pending again. */
export async function restoreRecommendation(id: string, options: Json): Promise<void> {
  requireRecommendationId(id);
  await changeStatus(id, { from: 'dismissed', to: 'pending', done: 'Restored' }, options);
}

function requireRecommendationId(id: string): void {
  if (!isUuid(id))
    throw new CommandError(`"${id}" is not a UUID; see the ids with /v1/recommendations`);
}

async function changeStatus(
  id: string,
  { from, to, done }: Change,
  { json }: { json?: boolean | undefined },
): Promise<void> {
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
        ? `Recommendation ${id} is ${known.status}; only a ${from} one can become ${to}`
        : `There is no recommendation with the id ${id}; see the ids with /v1/recommendations`,
    );
  });
  if (json) printJson(changed);
  else printLines(`${done}: ${changed.title}`);
}
