import { mapAnswer, useAnswer } from '../api/answer.ts';
import { type PageQuery } from '../api/clusters.ts';
import { type Question } from '../api/question.ts';
import { type Filter, Filters, useFilterQuery } from './filters.tsx';
import { Pages, useCursor } from './pages.tsx';
import { Panel } from './panel.tsx';
import { type Column, Table } from './table.tsx';

interface Priced {
  readonly id: string;
  readonly cost: { readonly current_run_rate_hourly?: { readonly currency: string } };
}

interface ListPage<Row> {
  readonly data: readonly Row[];
  readonly meta: {
    readonly pagination: { readonly next_cursor?: string; readonly has_more: boolean };
  };
}

interface FilteredListProps<Row> {
  readonly title: string;
  /** What the shares in the cells mean: "used of requested". */
  readonly shares: string;
  readonly caption: string;
  readonly filters: readonly Filter[];
  readonly ask: (query: PageQuery) => Question<ListPage<Row>>;
  readonly columns: readonly Column<Row>[];
  /** Shown if there are no rows and no filters. */
  readonly none: string;
}

/** A paged list of resources with a run rate, and the filters of the API. */
export function FilteredList<Row extends Priced>(props: FilteredListProps<Row>) {
  const { title, shares, caption, filters, ask, columns, none } = props;
  const query = useFilterQuery(filters);
  const answer = useAnswer(ask({ ...query, cursor: useCursor() }));
  const currency = answer.data?.data[0]?.cost.current_run_rate_hourly?.currency ?? '';
  const isFiltered = Object.keys(query).length > 0;
  return (
    <>
      <Filters filters={filters} />
      <Panel
        title={title}
        unit={`${currency} per hour, now; ${shares}`}
        height={320}
        answer={mapAnswer(answer, ({ data }) => data)}
        empty={(rows) => rows.length === 0 && (isFiltered ? 'No matches. Remove a filter.' : none)}
      >
        {(rows) => (
          <Table caption={caption} rows={rows} rowKey={({ id }) => id} columns={columns} />
        )}
      </Panel>
      <Pages answer={answer} />
    </>
  );
}
