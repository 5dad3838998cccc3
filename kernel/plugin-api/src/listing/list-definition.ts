import {
  type Expression,
  type Kysely,
  type SelectQueryBuilder,
  type SqlBool,
  type StringReference,
} from 'kysely';
import { type PageRequest } from '../pages/page.ts';
import { type Parameters } from '../parameters/parameter.ts';
import { type RequestContext } from '../plugin/define-route.ts';
import { type ArrayType } from './any-of.ts';

/** The tables of a plugin, of any types. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the only type that all of them fit
export type AnyTables = any;

/** The request for a page. */
export type ListContext<Rows = AnyTables> = Omit<
  RequestContext<Rows, Parameters, Parameters, unknown>,
  'params' | 'query' | 'body'
>;

/** A column that must equal the value, or any of the values; or a condition built from the value. */
export type Filter<Column extends string = string> =
  Column | ((value: never) => Expression<SqlBool>);

/** The filters of a list by name. */
export type ListFilters<DB, TB extends keyof DB> = Readonly<
  Record<string, Filter<StringReference<DB, TB>>>
>;

/** Values by filter; `undefined` does not filter. Filters are combined with AND. */
export type FilterValues<Filters> = {
  readonly [Name in keyof Filters]?:
    | (Filters[Name] extends (value: infer Value) => unknown
        ? Value
        : readonly string[] | string | boolean)
    | undefined;
};

/** The rows of a list, their order and their filters. */
export interface ListSource<DB, TB extends keyof DB, Filters> {
  /** The rows of an organization, without selected columns. */
  readonly from: (
    db: Kysely<AnyTables>,
    organizationId: string,
  ) => SelectQueryBuilder<DB, TB, object>;
  /**
   * The columns of the order by their names in a row: ascending, and unique together. ORDER BY, the
   * keyset condition and the content of the cursor are derived from them.
   */
  readonly order: Readonly<Record<string, StringReference<DB, TB>>>;
  /**
   * Set if the first column of the order changes over time: the name under which `former_ranks` has its
   * former values, `table.column`. The second column then identifies a row within its cluster.
   */
  readonly formerRanks?: string;
  /** The column of the cluster, if rows belong to clusters, which a key may not be allowed to read. */
  readonly clusters?: StringReference<DB, TB>;
  readonly filters?: Filters;
}

/** How rows are read for one value of a filter; what it leaves out is as in the whole list. */
export interface ListPart extends Partial<
  ListSource<AnyTables, AnyTables, Readonly<Record<string, Filter>>>
> {
  /** The column that is compared with the value. */
  readonly column: string;
  readonly type: ArrayType;
}

/** A list: its rows, their order, and the resource that a client gets for each. */
export interface ListDefinition<
  DB,
  TB extends keyof DB,
  Filters,
  Row,
  Context extends ListContext,
  T,
> extends ListSource<DB, TB, Filters> {
  /**
   * Adds the columns of a row, including those of the order, and the joins that they need. Reads of
   * further tables of a cluster are restricted to the clusters of the request by `inClusters`.
   */
  readonly select: (
    query: SelectQueryBuilder<DB, TB, object>,
    organizationId: string,
    clusters: readonly string[] | null,
  ) => SelectQueryBuilder<AnyTables, AnyTables, Row>;
  /**
   * Filters (or `clusters`) for which few values are read as one index scan per value and merged, so that
   * the cost of a page does not depend on the length of the list. The first one in the request applies.
   */
  readonly mergeBy?: Readonly<Record<string, ListPart>>;
  /** A unique key: the page is read by its order first, then its rows by this key. */
  readonly keysFirst?: {
    readonly key: Readonly<Record<string, StringReference<DB, TB>>>;
    readonly when: 'always' | 'merged';
  };
  /** Rows have `page_bytes`, and a page ends before it exceeds 8 MiB. */
  readonly isSized?: boolean;
  readonly toResource: (row: Row, context: Context) => T;
}

/** A page of a list, and the values of its filters, including `clusters`. */
export interface ListQuery {
  readonly db: Kysely<AnyTables>;
  readonly organizationId: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly page: PageRequest;
}

/** The values of a list's filters in a request. */
export interface ListRequest<Filters> {
  /** Requested clusters. Default: all that the key may read; others are left out (decision 9). */
  readonly clusters?: readonly string[] | undefined;
  readonly filters?: FilterValues<Filters>;
}
