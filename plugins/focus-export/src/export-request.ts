import { type ExportColumn } from './columns/column.ts';

export const formats = ['csv', 'jsonl', 'parquet'] as const;
export const grains = ['workload', 'namespace'] as const;
export const idleModes = ['unallocated', 'apportioned'] as const;

export type Format = (typeof formats)[number];
/** One row per workload, or per namespace. */
export type Grain = (typeof grains)[number];
/** Idle capacity on rows of its own, or spread over the rows that used the node. */
export type IdleMode = (typeof idleModes)[number];

/** What a file is like, whatever it covers. */
export interface Configuration {
  readonly grain: Grain;
  readonly idle: IdleMode;
  /** In the order of the file. */
  readonly columns: readonly ExportColumn[];
}

/** The days of a file, `YYYY-MM-DD`: from the first to before the last. */
export interface Window {
  readonly from: string;
  readonly to: string;
}

/** What a file is made of. */
export interface ExportRequest extends Configuration, Window {
  readonly organization: { readonly id: string; readonly name: string; readonly currency: string };
  readonly serviceProviderName: string;
  /** `null`: every cluster of the organization. */
  readonly clusters: readonly string[] | null;
}
