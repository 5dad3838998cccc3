import { type JsonSchema } from '../tools/resolve-references.ts';
import { type Arguments } from '../tools/tool.ts';
import { type Operations } from './composition.ts';

/** The operation of the cost explorer. */
export const explorer = 'queryCostExplorer';

/** A row: the keys of its group, and measures. */
export interface Row {
  readonly totalCost?: string;
  readonly cpuCost?: string;
  readonly memoryCost?: string;
  readonly cpuEfficiencyPercent?: number;
  readonly memoryEfficiencyPercent?: number;
}

/** As much of the explorer's answer as is used here. */
export interface ExplorerAnswer {
  readonly rows: readonly Row[];
  readonly summary: {
    readonly totalCost?: string;
    readonly unallocatedCost?: string;
    readonly previousPeriodCost?: string;
    readonly idleCost?: string;
    readonly currency: string;
  };
  readonly pagination: { readonly total_pages: number };
}

/** Every row at once, of as many as the explorer gives, resources of one name as one row. */
export const everyRow = { export: true, per_page: 10_000, view_mode: 'grouped' };

/** Arguments that the explorer takes as they are, in the words of its document. */
export const describeOwn = (operations: Operations, names: readonly string[]) =>
  pick(operations[explorer]?.body?.properties ?? {}, names) as Record<string, JsonSchema>;

/** Those of the arguments that have these names. */
export const pick = (given: Arguments, names: readonly string[]): Arguments =>
  Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));

const isMeasure = (name: string) => /(?:Cost|Percent|Requested|Used)$/.test(name);

/** What names the group of a row: all that is no measure. */
export const groupKeys = (row: Row): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !isMeasure(name)));
