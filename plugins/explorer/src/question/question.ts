import { type Basis, type CostMode } from '@costplane/plugin-api/schema';
import { defaultPerPage, type ExplorerBody } from './body-schema.ts';
import { type Filters, toFilters } from './filter.ts';
import { type Grouping, toGrouping, type ViewMode } from './grouping.ts';
import { type Window, toWindow } from './window.ts';

/** A query with every default filled in. */
export interface Question {
  readonly grouping: Grouping;
  /** Whether workloads inherit labels that they lack from their namespace. */
  readonly inheritsLabels: boolean;
  readonly viewMode: ViewMode;
  readonly costMode: CostMode;
  readonly basis: Basis;
  readonly window: Window;
  readonly filters: Filters;
  /** Part of a group's name; `undefined`: no search. */
  readonly search: string | undefined;
  /** A field of the rows. */
  readonly sortBy: string;
  readonly sortOrder: 'asc' | 'desc';
  readonly page: number;
  readonly perPage: number;
  /** In lower case; `undefined`: every cluster that the key may read. */
  readonly clusterIds: readonly string[] | undefined;
}

/** The requested groupings, in order. */
export const listGroupings = ({
  group_by: groupBy = 'workload',
}: ExplorerBody): readonly string[] => (typeof groupBy === 'string' ? [groupBy] : groupBy);

/** Fills in every default (decision 33). */
export function toQuestion(body: ExplorerBody, now: Date): Question {
  const { all_of: others = [], ...expression } = body.filter_expression ?? {};
  return {
    grouping: toGrouping(listGroupings(body)),
    inheritsLabels: body.label_inheritance ?? false,
    viewMode: body.view_mode ?? 'detail',
    costMode: body.cost_mode ?? 'fully_loaded',
    basis: body.basis ?? 'legacy',
    window: toWindow(body, now),
    filters: toFilters([expression, ...others]),
    search: body.search === '' ? undefined : body.search,
    sortBy: body.sort_by ?? 'totalCost',
    sortOrder: body.sort_order ?? 'desc',
    page: body.page ?? 1,
    perPage: body.per_page ?? defaultPerPage,
    clusterIds: body.cluster_ids?.map((id) => id.toLowerCase()),
  };
}
