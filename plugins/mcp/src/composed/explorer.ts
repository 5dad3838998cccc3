import { type JsonSchema } from '../tools/resolve-references.ts';
import { type Arguments } from '../tools/tool.ts';
import { type Operations } from './composition.ts';

/** Operation id of the cost explorer. */
export const explorer = 'queryCostExplorer';

/** A row: the keys of its group, and its measures. */
export interface Row {
  readonly team?: string;
  readonly totalCost?: string;
  readonly cpuCost?: string;
  readonly memoryCost?: string;
  readonly cpuEfficiencyPercent?: number;
  readonly memoryEfficiencyPercent?: number;
}

/** The parts of the explorer's response that the tools use. */
export interface ExplorerAnswer {
  readonly rows: readonly Row[];
  readonly summary: {
    readonly totalCost?: string;
    readonly unallocatedCost?: string;
    readonly previousPeriodCost?: string;
    readonly idleCost?: string;
    readonly archivedMonths?: readonly string[];
    readonly currency: string;
  };
  readonly pagination: { readonly total_pages: number };
}

/** Requests all rows at once, up to the explorer's maximum, with resources of the same name in one row. */
export const everyRow = { export: true, per_page: 10_000, view_mode: 'grouped' };

/** Arguments that are passed to the explorer, with the descriptions of its document. */
export const describeOwn = (operations: Operations, names: readonly string[]) =>
  pick(operations[explorer]?.body?.properties ?? {}, names) as Record<string, JsonSchema>;

/** The given arguments that have these names. */
export const pick = (given: Arguments, names: readonly string[]): Arguments =>
  Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));
