import { type Kysely } from 'kysely';
import { type MetricsRows } from '../tables.ts';
import { type Family } from './family.ts';
import { writeFamily } from './write-family.ts';

/**
 * All families as of one instant, one after another, and the mark by which a reader knows that it has
 * everything.
 */
export async function* writeMetrics(
  db: Kysely<MetricsRows>,
  families: readonly Family[],
): AsyncGenerator<string> {
  const view = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    for (const family of families) yield* writeFamily(view, family);
    yield '# EOF\n';
  } finally {
    await view.rollback().execute();
  }
}
