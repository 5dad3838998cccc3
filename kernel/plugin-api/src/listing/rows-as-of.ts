import { type Kysely, sql } from 'kysely';
import { type PageRequest } from '../pages/page.ts';
import { type AnyQuery, largestPage, type Order, sortBy } from './largest-page.ts';
import { type AnyTables, type ListQuery } from './list-definition.ts';

/** The rank that a row had when the walk began, instead of its present one. */
const walkRank = 'walk_rank';
const lastRank = sql`9223372036854775807`;

interface Ranked {
  readonly order: Order;
  readonly clusters?: string;
  readonly formerRanks?: string;
}

/** Whether a page continues in an earlier order of the list. */
export const isOrderKept = ({ formerRanks }: Ranked, { walk }: PageRequest) =>
  formerRanks !== undefined && walk?.snapshot !== undefined;

/** The order of a page, by the names that its columns have in a row. */
export function orderPage(list: Ranked, page: PageRequest): Order {
  if (!isOrderKept(list, page)) return list.order;
  const [rank, ...others] = Object.entries(list.order);
  return Object.fromEntries([[walkRank, rank?.[1] ?? ''], ...others]);
}

/** Adds the database snapshot of the statement to the rows of a first page: changes outside it are later. */
export const selectSnapshot = (rows: AnyQuery): AnyQuery =>
  rows.select(sql<string>`(select pg_current_snapshot()::text)`.as('walk_snapshot')) as AnyQuery;

/**
 * Adds `moved`: the rows whose rank has changed since the walk began, with their rank at that time. This
 * includes changes that were written but not yet committed when the first page was read.
 */
export function withMoved({ db, organizationId, values, page }: ListQuery, list: string) {
  const snapshot = sql`${page.walk?.snapshot}::pg_snapshot`;
  const { clusters } = values;
  return db.with(
    (name) => name('moved').materialized(),
    () => sql<object>`(
      select distinct on (former.cluster_id, ranked.id)
        former.cluster_id as moved_cluster, ranked.id as moved_id, ranked.rank as moved_rank
      from former_ranks as former, unnest(former.ids, former.ranks) as ranked (id, rank)
      where former.organization_id = ${organizationId} and former.list = ${sql.lit(list)}
        and former.changed_by >= pg_snapshot_xmin(${snapshot})::text::bigint
        and not pg_visible_in_snapshot(former.changed_by::text::xid8, ${snapshot})
        ${clusters === undefined ? sql`` : sql`and former.cluster_id = any(${clusters})`}
      order by former.cluster_id, ranked.id, former.seq
    )`,
  );
}

/**
 * The rows after the cursor in the order as of the beginning of the walk: rows that have moved since, by
 * their former rank, merged with those that have not. Only the part of the index that the page spans is read,
 * regardless of how many rows have moved.
 */
export function rowsAsOf(
  db: Kysely<AnyTables>,
  found: AnyQuery,
  { order, clusters: cluster = '' }: Ranked,
  select: (rows: AnyQuery, order: Order) => AnyQuery,
  page: PageRequest,
): AnyQuery {
  const [, id = ''] = Object.values(order);
  const movedOrder = { ...order, [walkRank]: 'moved.moved_rank' };
  const following = sql<object>`(
    select * from moved where moved_rank >= ${page.after?.[0]}
    order by moved_rank, moved_id, moved_cluster offset 0
  )`.as<'moved'>('moved');
  const movedRows = found.innerJoin(following, (join) =>
    join.onRef('moved.moved_cluster', '=', cluster).onRef('moved.moved_id', '=', id),
  ) as AnyQuery;
  const moved = largestPage(select(movedRows, movedOrder), movedOrder, page).limit(page.limit + 1);
  const lastOfPage = sql`coalesce(
    (select walk_rank from moved_page offset ${page.limit + 1} - 1), ${lastRank})`;
  const others = found
    .where(
      sql<boolean>`(${sql.ref(cluster)}, ${sql.ref(id)}) not in (select moved_cluster, moved_id from moved)`,
    )
    .where(sql<boolean>`${sql.ref(order[walkRank] ?? '')} <= ${lastOfPage}`);
  const unmoved = largestPage(select(others, order), order, page);
  const both = db
    .selectFrom('moved_page')
    .selectAll()
    .unionAll(db.selectFrom(unmoved.as('unmoved')).selectAll('unmoved'));
  const rows = db
    .with(
      (name) => name('moved_page').materialized(),
      () => moved,
    )
    .selectFrom(both.as('listed'))
    .selectAll('listed');
  return sortBy(rows as AnyQuery, Object.keys(order));
}
