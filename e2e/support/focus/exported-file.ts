import { type Violation } from './violation.ts';

export const formats = ['csv', 'jsonl', 'parquet'] as const;
export const grains = ['workload', 'namespace'] as const;
export const idleModes = ['unallocated', 'apportioned'] as const;
export type Format = (typeof formats)[number];
export type Grain = (typeof grains)[number];
export type Idle = (typeof idleModes)[number];

/** Text is of strings, of decimals (every digit), of dates (as FOCUS writes them) and of JSON. */
export type Value = string | boolean | null;

/** By the ids of the columns; a column that the file does not have is undefined. */
export type Row = Readonly<Record<string, Value | undefined>>;

/** What is in a file, in whatever format it was written. */
export interface FileContent {
  /** As the file names them, in its order. */
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** What is wrong with the format itself (check 1) or with how it holds a value. */
  readonly violations: readonly Violation[];
}

/** What was asked for. */
export interface ExportRequest {
  /** `YYYY-MM-DD`, inclusive. */
  readonly from: string;
  /** `YYYY-MM-DD`, exclusive. */
  readonly to: string;
  readonly format: Format;
  readonly grain: Grain;
  readonly idle: Idle;
  readonly columns?: readonly string[];
  readonly clusters?: readonly string[];
}

/** What a request was answered with, as HTTP carried it. */
export interface Delivery {
  readonly request: ExportRequest;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly trailers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** A file with what is known of it: what the validator looks at. */
export interface ExportedFile extends FileContent, Delivery {}
