import { type Warehouse } from '@costplane/warehouse';
import { type ExpressionBuilder, sql } from 'kysely';
import { CommandError } from '../command-error.ts';
import { confirm } from '../confirm.ts';
import { changeAtHome } from '../database/change-at-home.ts';
import { printJson, printLines } from '../print.ts';
import { type Json, type Yes } from '../program/options.ts';
import { isUuid } from '../uuid.ts';

interface Change {
  from: 'pending' | 'dismissed';
  to: 'pending' | 'dismissed';
  /** Verb of the message. */
  done: string;
}

/** Dismisses a recommendation until its numbers change by 20%. */
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
  const changed = await changeAtHome(
    (tx) =>
      tx
        .selectFrom('recommendations')
        .select(['organization_id', 'cluster_id', 'id'])
        .where('id', '=', id)
        .executeTakeFirst(),
    async (tx, key) => {
      // Citus can only lock rows of a single cluster.
      const found = await tx
        .selectFrom('recommendations')
        .select(['id', 'status', 'title', 'updated_at'])
        .where(isKey(key))
        .forUpdate()
        .executeTakeFirstOrThrow();
      const { status } = found;
      if (status === to) return found;
      if (status !== from) {
        throw new CommandError(
          `Recommendation ${id} is ${status}; only a ${from} one can become ${to}`,
        );
      }
      return tx
        .updateTable('recommendations')
        .set({ status: to, updated_at: sql`now()` })
        .where(isKey(key))
        .returning(['id', 'status', 'title', 'updated_at'])
        .executeTakeFirstOrThrow();
    },
  );
  if (!changed) {
    throw new CommandError(
      `There is no recommendation with the id ${id}; see the ids with /v1/recommendations`,
    );
  }
  if (json) printJson(changed);
  else printLines(`${done}: ${changed.title}`);
}

interface RecommendationKey {
  readonly organization_id: string;
  readonly cluster_id: string;
  readonly id: string;
}

const isKey = (key: RecommendationKey) => (row: ExpressionBuilder<Warehouse, 'recommendations'>) =>
  row.and({ ...key });
