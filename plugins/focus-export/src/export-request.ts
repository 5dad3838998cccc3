import { type ExportColumn } from './columns/column.ts';

export const formats = ['csv', 'jsonl', 'parquet'] as const;
export const grains = ['workload', 'namespace'] as const;
export const idleModes = ['unallocated', 'apportioned'] as const;

export type Format = (typeof formats)[number];
/** One row per workload, or one per namespace. */
export type Grain = (typeof grains)[number];
/** Idle capacity on separate rows, or spread over the rows that used the node. */
export type IdleMode = (typeof idleModes)[number];

/** Options of a file that do not depend on the window or the clusters. */
export interface Configuration {
  readonly grain: Grain;
  readonly idle: IdleMode;
  /** In file order. */
  readonly columns: readonly ExportColumn[];
}

/** The days of a file, `YYYY-MM-DD`: `from` is inclusive, `to` exclusive. */
export interface Window {
  readonly from: string;
  readonly to: string;
}

/** Everything that determines the content of a file. */
export interface ExportRequest extends Configuration, Window {
  readonly organization: { readonly id: string; readonly name: string; readonly currency: string };
  readonly serviceProviderName: string;
  /** `null` means every cluster of the organization. */
  readonly clusters: readonly string[] | null;
  /** Months of the window that are missing, such as `2024-12`. */
  readonly archivedMonths: readonly string[];
}
