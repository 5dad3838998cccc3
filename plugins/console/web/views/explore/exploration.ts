import { type Costing, type Exploration, pageSize } from '../../api/questions.ts';
import { type Days, daysBefore, sameDaysLastMonth } from '../../parts/days.ts';
import { isNameIn } from '../../parts/address.ts';
import { useView } from '../../parts/view.tsx';
import { type Filter, readFilters, toRequest } from './filters.ts';
import { type GroupBy, readGroupings } from './groupings.ts';

export const comparisons = {
  before: 'the period before',
  'last-month': 'the same days last month',
} as const;
type Comparison = keyof typeof comparisons;

/** Which measures are columns. */
export const shown = {
  costs: 'costs',
  components: 'cost components',
  usage: 'requests and usage',
} as const;
type Shown = keyof typeof shown;

/** The state of the explorer in the URL. */
export interface Explored {
  readonly by: readonly GroupBy[];
  /** Whether workloads without the label inherit it from their namespace. */
  readonly inheritsLabels: boolean;
  /** Whether resources of the same name in several clusters are one row. */
  readonly isGrouped: boolean;
  readonly filters: readonly Filter[];
  readonly searched: string;
  readonly sortBy: string;
  readonly sortOrder: 'asc' | 'desc';
  readonly page: number;
  readonly compare: Comparison | undefined;
  readonly shows: Shown;
  readonly days: Days;
  readonly costing: Costing;
}

const readComparison = (search: unknown): Comparison | undefined =>
  isNameIn(comparisons, search) ? search : undefined;

/** The state of the explorer, and a function that changes it. */
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
    // A day never occurs in both periods.
    compare: by.includes('time:day') ? undefined : readComparison(search.compare),
    shows: isNameIn(shown, search.shows) ? search.shows : 'costs',
    days,
    costing,
  };
  return { explored, explore: change };
}

/** The request without sorting and page. */
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

/** The maximum page size of the explorer, used to compare two periods. */
export const comparedRows = 500;

export const toComparedQuestion = (explored: Explored, days: Days): Exploration => ({
  ...toScope(explored, days),
  per_page: comparedRows,
});

/** All rows in one response, for a file. */
export const exportedRows = 10_000;
export const toExportQuestion = (explored: Explored): Exploration => ({
  ...toQuestion(explored),
  page: 1,
  per_page: exportedRows,
  export: true,
});

/** Groups with their days. */
export const toDailyQuestion = (explored: Explored): Exploration => ({
  ...toScope(explored, explored.days),
  per_page: exportedRows,
  export: true,
});

export const comparedDays = (comparison: Comparison, days: Days): Days =>
  comparison === 'before' ? daysBefore(days) : sameDaysLastMonth(days);
