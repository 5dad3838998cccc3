import { type Kysely, sql, type Transaction } from 'kysely';
import { ceilTo, dayMs, floorTo, type Window } from '../question/window.ts';
import { type OpencostRows } from '../tables.ts';
import { inScope, type Scope } from './scope.ts';

/** One state of the ledger, as a question for some sets reads it. */
export interface View {
  readonly db: Transaction<OpencostRows>;
  readonly scope: Scope;
  /** When each set of the answer begins. */
  readonly starts: readonly number[];
  /** Read by days, none if it ends as it starts. */
  readonly days: Window;
  /** Read by hours: what is before and after the days. */
  readonly hours: readonly Window[];
  /** What of the days of the sets has a history, if any has. */
  readonly covered: Window | undefined;
}

/** Reads from one state of the ledger, each instant once and by the fewest rows. */
export const readView = <T>(
  ledger: Kysely<OpencostRows>,
  sets: readonly Window[],
  scope: Scope,
  now: Date,
  read: (view: View) => Promise<T>,
): Promise<T> =>
  ledger
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      const window = { start: sets[0]?.start ?? 0, end: sets.at(-1)?.end ?? 0 };
      const covered = await prepareSession(db, scope, window);
      const starts = sets.map(({ start }) => start);
      return read({ db, scope, starts, covered, ...divide(window, starts, now) });
    });

/** Nothing is of the future, so that today may be read as a whole. */
function divide({ start, end }: Window, starts: readonly number[], now: Date) {
  const last = end > now.getTime() ? ceilTo(dayMs, end) : end;
  const days = { start: ceilTo(dayMs, start), end: floorTo(dayMs, last) };
  const cutsDays = starts.slice(1).some((cut) => cut % dayMs !== 0);
  if (cutsDays || days.start >= days.end) {
    return { days: { start: last, end: last }, hours: [{ start, end: last }] };
  }
  const hours = [
    { start, end: days.start },
    { start: days.end, end: last },
  ];
  return { days, hours: hours.filter((part) => part.start < part.end) };
}

export const toTime = (instant: number) => new Date(instant).toISOString();
export const toDay = (instant: number) => toTime(instant).slice(0, 10);

/** Facts are joined and added up by hash, whatever the planner expects of their number. */
const settings = { enable_nestloop: 'off', enable_mergejoin: 'off', work_mem: '64MB' };

async function prepareSession(db: Transaction<OpencostRows>, scope: Scope, window: Window) {
  const set = Object.entries(settings).map(
    ([name, value]) => sql`set_config(${name}, ${value}, true)`,
  );
  const { rows } = await sql<{ start: number | null; end: number | null }>`
    select ${sql.join(set)},
      (extract(epoch from min(lower(fact.covered))) * 1000)::float8 as start,
      (extract(epoch from max(upper(fact.covered))) * 1000)::float8 as end
    from cluster_days as fact
    where ${inScope(scope)}
      and fact.day between ${toDay(window.start)}::date and ${toDay(window.end - 1)}::date`.execute(
    db,
  );
  const { start = null, end = null } = rows[0] ?? {};
  return start === null || end === null ? undefined : { start, end };
}
