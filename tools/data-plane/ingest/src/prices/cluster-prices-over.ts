import { pricesOfCluster, type ClusterPrices } from '@costplane/pricing';
import { type Warehouse } from '@costplane/warehouse';
import { sql, type Kysely } from 'kysely';
import { dayMs, type Interval } from '../accrue/interval.ts';
import { loadPriceBook, type StoredBook } from './load-price-book.ts';

/** Prices of a cluster from a time on, in Unix milliseconds, until the next change. */
export interface PriceChange {
  from: number;
  prices: ClusterPrices;
  /** Whether they come from a book of the organization, not from one for all. */
  isOwn: boolean;
}

/** Prices of a cluster over time; `at` returns the same object as long as the book is the same. */
export interface PriceTimeline {
  /** In order; the first one has no start. */
  changes: readonly PriceChange[];
  at: (time: number) => ClusterPrices;
  /** Returns the same text for days with the same prices. */
  versionsOn: (day: Date) => string;
}

/**
 * The prices of a cluster at each time of an interval, including its end.
 *
 * @throws {Error} if the organization has no such cluster
 */
export async function clusterPricesOver(
  db: Kysely<Warehouse>,
  { organizationId, clusterId }: { organizationId: string; clusterId: string },
  { from, to }: Interval,
): Promise<PriceTimeline> {
  const { rows } = await sql<TimelineRow>`
    select cluster.name, organization.name as organization_name, organization.currency,
      book.id, book.digest, book.valid_from, book.organization_id is not null as is_own
    from clusters as cluster
    join organizations as organization on organization.id = cluster.organization_id
    left join price_books as book
      on (book.organization_id = organization.id or book.organization_id is null)
        and book.superseded_at is null and book.valid_from <= ${new Date(to).toISOString()}
    where cluster.organization_id = ${organizationId}::uuid and cluster.id = ${clusterId}::uuid
    order by book.valid_from`.execute(db);
  const [cluster] = rows;
  if (!cluster) throw new Error(`The organization has no cluster ${clusterId}`);
  const books = rows.flatMap((row) => (row.id === null ? [] : [row]));
  const changes: PriceChange[] = [];
  for (const change of listChanges(books, from)) {
    const book = await loadPriceBook(db, change.book);
    const prices = pricesOfCluster(book, {
      id: clusterId,
      name: cluster.name,
      currency: cluster.currency,
      organizationId,
      organizationName: cluster.organization_name,
    });
    changes.push({ from: change.from, prices, isOwn: change.book?.is_own ?? false });
  }
  return {
    changes,
    at: (time) => changeAt(changes, time).prices,
    versionsOn: (day) => versionsIn(changes, day.getTime()),
  };
}

interface DatedBook extends StoredBook {
  valid_from: Date;
  is_own: boolean;
}

/** From then on, the organization has no book of its own. */
interface NoOwnBook {
  id: string;
  digest: null;
  valid_from: Date;
  is_own: true;
}

type TimelineRow = { name: string; organization_name: string; currency: string } & (
  DatedBook | NoOwnBook | { id: null }
);

/** The book in effect at the beginning, and each later change. */
function listChanges(
  books: readonly (DatedBook | NoOwnBook)[],
  beginning: number,
): { from: number; book: DatedBook | null }[] {
  const inForce = (time: number) => {
    const begun = books.filter(({ valid_from }) => valid_from.getTime() <= time);
    const own = begun.findLast(({ is_own }) => is_own);
    if (own && own.digest !== null) return own;
    return begun.filter((book) => book.digest !== null).findLast(({ is_own }) => !is_own) ?? null;
  };
  const later = books.map(({ valid_from }) => valid_from.getTime()).filter((t) => t > beginning);
  const changes = [{ from: beginning, book: inForce(beginning) }];
  for (const from of new Set(later)) {
    const book = inForce(from);
    if (changes.at(-1)?.book !== book) changes.push({ from, book });
  }
  return changes;
}

/** Splits an interval into parts with one set of prices each; a change applies from its instant on. */
export function splitAtPriceChanges(
  { from, to }: Interval,
  changes: readonly PriceChange[],
): (Interval & { prices: ClusterPrices })[] {
  return changes.flatMap(({ from: begins, prices }, index) => {
    const part = {
      from: index === 0 ? from : Math.max(from, begins),
      to: Math.min(to, changes[index + 1]?.from ?? to),
      prices,
    };
    return part.from < part.to ? [part] : [];
  });
}

function changeAt(changes: readonly PriceChange[], time: number): PriceChange {
  const found = changes.findLast(({ from }) => from <= time) ?? changes[0];
  if (!found) throw new Error('There are no prices');
  return found;
}

function versionsIn(changes: readonly PriceChange[], day: number): string {
  const first = changes.indexOf(changeAt(changes, day));
  const last = changes.indexOf(changeAt(changes, day + dayMs - 1));
  return `${first}-${last}`;
}
