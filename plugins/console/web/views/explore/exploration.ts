import { type Costing, type Exploration, pageSize } from '../../api/questions.ts';
import { type Days, daysBefore, sameDaysLastMonth } from '../../parts/days.ts';
import { useView } from '../../parts/view.tsx';
import { type Filter, readFilters, toRequest } from './filters.ts';
import { type GroupBy, readGroupings } from './groupings.ts';

export const comparisons = {
  before: 'the period before',
  'last-month': 'the same days last month',
} as const;
export type Comparison = keyof typeof comparisons;

/** What the address asks for. */
export interface Explored {
  readonly by: readonly GroupBy[];
  /** A label of the namespace counts for workloads that lack it. */
  readonly inheritsLabels: boolean;
  /** Resources of one name are one row, whatever their cluster. */
  readonly isGrouped: boolean;
  readonly filters: readonly Filter[];
  readonly searched: string;
  readonly sortBy: string;
  readonly sortOrder: 'asc' | 'desc';
  readonly page: number;
  readonly compare: Comparison | undefined;
  readonly shows: 'costs' | 'usage';
  readonly days: Days;
  readonly costing: Costing;
}

const readComparison = (search: unknown): Comparison | undefined =>
  typeof search === 'string' && search in comparisons ? (search as Comparison) : undefined;

/** The address as a question, and how to change it. */
export function useExploration() {
  const { search, days, costing, change } = useView();
  const by = readGroupings(search.by);
  const explored: Explored = {
    by,
    inheritsLabels: search.inherit === true,
    isGrouped: search.grouped === true,
    filters: readFilters(search.filters),
    searched: typeof search.q === 'string' ? search.q : '',
    sortBy: typeof search.sort === 'string' ? search.sort : 'totalCost',
    sortOrder: search.order === 'asc' ? 'asc' : 'desc',
    page: typeof search.page === 'number' && search.page >= 1 ? Math.floor(search.page) : 1,
    // Days of one period are none of another.
    compare: by.includes('time:day') ? undefined : readComparison(search.compare),
    shows: search.shows === 'usage' ? 'usage' : 'costs',
    days,
    costing,
  };
  return {
    explored,
    /** What is shown begins at its first page. */
    explore: (values: Partial<Record<string, unknown>>) => change({ page: undefined, ...values }),
    change,
  };
}

/** The question without its order and page. */
const toScope = (
  { by, inheritsLabels, isGrouped, filters, searched, costing }: Explored,
  { from, to }: Days,
): Exploration => ({
  group_by: by.length === 1 && by[0] !== undefined ? by[0] : [...by],
  ...(inheritsLabels && { label_inheritance: true }),
  start_date: from,
  end_date: to,
  ...costing,
  ...(isGrouped && { view_mode: 'grouped' }),
  ...(searched !== '' && { search: searched }),
  ...toRequest(filters),
});

export const toQuestion = (explored: Explored): Exploration => ({
  ...toScope(explored, explored.days),
  sort_by: explored.sortBy,
  sort_order: explored.sortOrder,
  page: explored.page,
  per_page: pageSize,
});

/** The most rows that a page of the explorer has: what two periods are compared by. */
export const comparedRows = 500;

export const toComparedQuestion = (explored: Explored, days: Days): Exploration => ({
  ...toScope(explored, days),
  per_page: comparedRows,
});

/** All rows at once, for a file. */
export const exportedRows = 10_000;
export const toExportQuestion = (explored: Explored): Exploration => ({
  ...toQuestion(explored),
  page: 1,
  per_page: exportedRows,
  export: true,
});

export const comparedDays = (comparison: Comparison, days: Days): Days =>
  comparison === 'before' ? daysBefore(days) : sameDaysLastMonth(days);
