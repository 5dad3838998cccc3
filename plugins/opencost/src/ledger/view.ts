import { type None, type RequestContext } from '@costplane/plugin-api';
import { anyOf } from '@costplane/plugin-api/listing';
import { type Kysely, sql } from 'kysely';
import { ceilTo, dayMs, floorTo, type Sets, toTime, type Window } from '../question/window.ts';

/** What of a request says whose costs it asks for, and when. */
export type Caller = Pick<
  RequestContext<None, None, None, unknown>,
  'ledger' | 'organization' | 'allowedClusters' | 'now'
>;

/** A window that is read by rows of hours or of days. */
export type Part = Window & { readonly unit: 'hour' | 'day' };

/** One state of the ledger, as a question for some sets reads it. */
export type View = Awaited<ReturnType<typeof openView>>;

export const readView = <T>(caller: Caller, sets: Sets, read: (view: View) => Promise<T>) =>
  caller.ledger
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => read(await openView(db, caller, sets)));

async function openView(
  db: Kysely<None>,
  { organization: { id: organizationId }, allowedClusters, now }: Caller,
  period: Sets,
) {
  const { sets, start, end } = period;
  // By ids of clusters, since rows are found by organization, cluster and time.
  const clusters = allowedClusters
    ? anyOf(allowedClusters, 'uuid')
    : sql`any(array(select id from clusters where organization_id = ${organizationId}))`;
  /** The rows, as `fact`, that the caller may read. */
  const inScope = sql`fact.organization_id = ${organizationId} and fact.cluster_id = ${clusters}`;
  // Facts are joined and added up by hash, whatever the planner expects of their number.
  const { rows } = await sql<Window>`
    select set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true),
      set_config('work_mem', '64MB', true),
      coalesce(extract(epoch from min(lower(fact.covered))) * 1000, ${start})::float8 as start,
      coalesce(extract(epoch from max(upper(fact.covered))) * 1000, ${end})::float8 as end
    from cluster_days as fact
    where ${inScope} and fact.day >= ${toTime(start)}::date
      and fact.day <= ${toTime(end - 1)}::date`.execute(db);
  /** What of the sets has a history; all of them if none has. */
  const [covered = { start, end }] = rows;
  return { db, organizationId, inScope, sets, parts: divide(period, now.getTime()), covered };
}

/**
 * What sets are read by: each instant once, and by the fewest rows. Nothing is of the future, so that
 * today may be read as a whole.
 */
function divide({ sets, start, end }: Sets, now: number): readonly Part[] {
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
