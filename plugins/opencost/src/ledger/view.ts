import { type None, type RequestContext } from '@costplane/plugin-api';
import { anyOf } from '@costplane/plugin-api/listing';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { ceilTo, dayMs, floorTo, type Window } from '../question/window.ts';
import { type OpencostRows } from '../tables.ts';

/** What of a request says whose costs it asks for, and when. */
export type Caller = Pick<
  RequestContext<OpencostRows, None, None, unknown>,
  'db' | 'ledger' | 'organization' | 'allowedClusters' | 'now'
>;

/** One state of the ledger, as a question for some sets reads it. */
export interface View {
  readonly db: Transaction<OpencostRows>;
  readonly organizationId: string;
  readonly clusters: Awaited<ReturnType<typeof readClusters>>;
  /** The rows, as `fact`, that the caller may read. */
  readonly inScope: RawBuilder<boolean>;
  /** When each set of the answer begins. */
  readonly starts: readonly number[];
  /** What is read by days, and by hours: each instant once, and by the fewest rows. */
  readonly windows: { readonly days: readonly Window[]; readonly hours: readonly Window[] };
  /** What of the days of the sets has a history, if any has. */
  readonly covered: Window | undefined;
}

/** The clusters that the caller may read, by their names. */
export function readClusters({ db, organization, allowedClusters }: Caller) {
  const all = db
    .selectFrom('clusters')
    .select(['id', 'name'])
    .where('organization_id', '=', organization.id);
  const own = allowedClusters ? all.where('id', '=', anyOf(allowedClusters, 'uuid')) : all;
  return own.orderBy('name').orderBy('id').execute();
}

export async function readView<T>(
  caller: Caller,
  sets: readonly Window[],
  read: (view: View) => Promise<T>,
): Promise<T> {
  const clusters = await readClusters(caller);
  const { id: organizationId } = caller.organization;
  const visible = clusters.map(({ id }) => id);
  const inScope = sql<boolean>`
    fact.organization_id = ${organizationId} and fact.cluster_id = ${anyOf(visible, 'uuid')}`;
  const window = { start: sets[0]?.start ?? 0, end: sets.at(-1)?.end ?? 0 };
  const starts = sets.map(({ start }) => start);
  const windows = divide(window, starts, caller.now.getTime());
  return caller.ledger
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      const covered = await prepareSession(db, inScope, window);
      return read({ db, organizationId, clusters, inScope, starts, windows, covered });
    });
}

/** Nothing is of the future, so that today may be read as a whole. */
function divide({ start, end }: Window, starts: readonly number[], now: number): View['windows'] {
  const last = end > now ? ceilTo(dayMs, end) : end;
  const days = { start: ceilTo(dayMs, start), end: floorTo(dayMs, last) };
  const cutsDays = starts.slice(1).some((cut) => cut % dayMs !== 0);
  if (cutsDays || days.start >= days.end) return { days: [], hours: [{ start, end: last }] };
  const hours = [
    { start, end: days.start },
    { start: days.end, end: last },
  ];
  return { days: [days], hours: hours.filter((part) => part.start < part.end) };
}

export const toTime = (instant: number) => new Date(instant).toISOString();

/** Facts are joined and added up by hash, whatever the planner expects of their number. */
async function prepareSession(
  db: View['db'],
  inScope: View['inScope'],
  window: Window,
): Promise<Window | undefined> {
  const { rows } = await sql<{ start: number | null; end: number | null }>`
    select set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true),
      set_config('work_mem', '64MB', true),
      (extract(epoch from min(lower(fact.covered))) * 1000)::float8 as start,
      (extract(epoch from max(upper(fact.covered))) * 1000)::float8 as end
    from cluster_days as fact
    where ${inScope} and fact.day >= ${toTime(window.start)}::date
      and fact.day <= ${toTime(window.end - 1)}::date`.execute(db);
  const { start = null, end = null } = rows[0] ?? {};
  return start === null || end === null ? undefined : { start, end };
}
