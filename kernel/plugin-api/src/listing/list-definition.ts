import {
  type Expression,
  type Kysely,
  type SelectQueryBuilder,
  type SqlBool,
  type StringReference,
} from 'kysely';
import { type Parameters } from '../parameters/parameter.ts';
import { type RequestContext } from '../plugin/define-route.ts';
import { type ArrayType } from './any-of.ts';

/** A list is of whatever tables a plugin reads. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the only type that all of them fit
export type AnyTables = any;

/** The request that a page is for. */
export type ListContext<Rows = AnyTables> = Omit<
  RequestContext<Rows, Parameters, Parameters, unknown>,
  'params' | 'query' | 'body'
>;

/** A column that equals the value, or any of the values; or a condition made from the value. */
export type Filter<Column extends string = string> =
  Column | ((value: never) => Expression<SqlBool>);

/** The filters of a list by name: a column that must be one of the values, or a condition made of them. */
export type ListFilters<DB, TB extends keyof DB> = Readonly<
  Record<string, Filter<StringReference<DB, TB>>>
>;

/** Values by filter: `undefined` filters nothing, and filters are joined by AND. */
export type FilterValues<Filters> = {
  readonly [Name in keyof Filters]?:
    | (Filters[Name] extends (value: infer Value) => unknown
        ? Value
        : readonly string[] | string | boolean)
    | undefined;
};

/** The former values of a rank, and the columns of the row that had them. */
export interface FormerRanks<Column extends string = string> {
  /** `table.column` of the rank. */
  readonly list: string;
  readonly cluster: Column;
  readonly id: Column;
}

/** Where the rows of a list are, and by which columns they are ordered and filtered. */
export interface ListSource<DB, TB extends keyof DB, Filters> {
  /** The rows of the list in the organization, with nothing selected yet. */
  readonly from: (
    db: Kysely<AnyTables>,
    organizationId: string,
  ) => SelectQueryBuilder<DB, TB, object>;
  /**
   * The columns of the order by their names in a row: ascending, and unique together. ORDER BY, where
   * the next page begins and what its cursor holds follow from it.
   */
  readonly order: Readonly<Record<string, StringReference<DB, TB>>>;
  /** Where the first column of the order changes: its former values are in `former_ranks`. */
  readonly formerRanks?: FormerRanks<StringReference<DB, TB>>;
  /** The column of the cluster, where rows lie in clusters that a key may be barred from. */
  readonly clusters?: StringReference<DB, TB>;
  readonly filters?: Filters;
}

/** The list of one value of a filter. What it does not name is as in the whole list. */
export interface ListPart extends Partial<
  ListSource<AnyTables, AnyTables, Readonly<Record<string, Filter>>>
> {
  /** The column that has the value. */
  readonly column: string;
  readonly type: ArrayType;
}

/** A list: where its rows are, their order, and what a client gets for each. */
export interface ListDefinition<
  DB,
  TB extends keyof DB,
  Filters,
  Row,
  Context extends ListContext,
  T,
> extends ListSource<DB, TB, Filters> {
  /**
   * Adds the columns of a row, those of the order among them, and the joins that they need. What reads
   * another table of a cluster names the clusters of the request with `inClusters`.
   */
  readonly select: (
    query: SelectQueryBuilder<DB, TB, object>,
    organizationId: string,
    clusters: readonly string[] | null,
  ) => SelectQueryBuilder<AnyTables, AnyTables, Row>;
  /**
   * Filters (or `clusters`) of which few values are merged from a list each, over an index of its
   * own, so that a page costs the same however long the lists are. The first that a request has counts.
   */
  readonly mergeBy?: Readonly<Record<string, ListPart>>;
  /** Reads the order of a page first, and then the rows on it by this unique key. */
  readonly keysFirst?: {
    readonly key: Readonly<Record<string, StringReference<DB, TB>>>;
    readonly when: 'always' | 'merged';
  };
  /** Rows have `page_bytes`: a page ends before 8 MiB. */
  readonly isSized?: boolean;
  readonly toResource: (row: Row, context: Context) => T;
}

/** What a request asks of a list. */
export interface ListRequest<Filters> {
  /** Without them, all that the key may read; those that it may not are left out (decision 9). */
  readonly clusters?: readonly string[] | undefined;
  readonly filters?: FilterValues<Filters>;
}
