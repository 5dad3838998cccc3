import { type None, type RequestContext } from '@costplane/plugin-api';
import { anyOf } from '@costplane/plugin-api/listing';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ceilTo, dayMs, floorTo, toTime, type Window } from '../question/window.ts';
import { type OpencostRows } from '../tables.ts';

/** What of a request says whose costs it asks for, and when. */
export type Caller = Pick<
  RequestContext<OpencostRows, None, None, unknown>,
  'ledger' | 'organization' | 'allowedClusters' | 'now'
>;

/** A window that is read by rows of hours or of days. */
export type Part = Window & { readonly unit: 'hour' | 'day' };

/** One state of the ledger, as a question for some sets reads it. */
export interface View {
  readonly db: Kysely<OpencostRows>;
  readonly organizationId: string;
  /** The rows, as `fact`, that the caller may read. */
  readonly inScope: RawBuilder<boolean>;
  readonly sets: readonly Window[];
  /** What the sets are read by: each instant once, and by the fewest rows. */
  readonly parts: readonly Part[];
  /** What of the sets has a history; all of them if none has. */
  readonly covered: Window;
}

export async function readView<T>(
  { ledger, organization: { id: organizationId }, allowedClusters, now }: Caller,
  sets: readonly Window[],
  read: (view: View) => Promise<T>,
): Promise<T> {
  // By ids of clusters, since rows are found by organization, cluster and time.
  const clusters = allowedClusters
    ? anyOf(allowedClusters, 'uuid')
    : sql`any(array(select id from clusters where organization_id = ${organizationId}))`;
  const inScope = sql<boolean>`
    fact.organization_id = ${organizationId} and fact.cluster_id = ${clusters}`;
  const parts = divide(sets, now.getTime());
  return ledger
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      const covered = await prepareSession(db, inScope, sets);
      return read({ db, organizationId, inScope, sets, parts, covered });
    });
}

const join = (sets: readonly Window[]): Window => ({
  start: sets[0]?.start ?? 0,
  end: sets.at(-1)?.end ?? 0,
});

/** Nothing is of the future, so that today may be read as a whole. */
function divide(sets: readonly Window[], now: number): readonly Part[] {
  const { start, end } = join(sets);
  const last = end > now ? ceilTo(dayMs, end) : end;
  const [first, rest] = [ceilTo(dayMs, start), floorTo(dayMs, last)];
  const cutsDays = sets.slice(1).some((set) => set.start % dayMs !== 0);
  if (cutsDays || first >= rest) return [{ unit: 'hour', start, end: last }];
  const parts: Part[] = [
    { unit: 'hour', start, end: first },
    { unit: 'day', start: first, end: rest },
    { unit: 'hour', start: rest, end: last },
  ];
  return parts.filter((part) => part.start < part.end);
}

/** Facts are joined and added up by hash, whatever the planner expects of their number. */
async function prepareSession(db: View['db'], inScope: View['inScope'], sets: View['sets']) {
  const { start, end } = join(sets);
  const { rows } = await sql<Window>`
    select set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true),
      set_config('work_mem', '64MB', true),
      coalesce(extract(epoch from min(lower(fact.covered))) * 1000, ${start})::float8 as start,
      coalesce(extract(epoch from max(upper(fact.covered))) * 1000, ${end})::float8 as end
    from cluster_days as fact
    where ${inScope} and fact.day >= ${toTime(start)}::date
      and fact.day <= ${toTime(end - 1)}::date`.execute(db);
  return rows[0] ?? { start, end };
}
