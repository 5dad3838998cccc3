import { type ExportColumn } from '../columns/column.ts';

/** Encodes rows, sent as text, into a file. */
export interface Encoder {
  /** Encodes some rows; returns the bytes of the file that are ready to send. */
  encode(rows: Uint8Array): Uint8Array<ArrayBuffer>;
  /** Returns the remaining bytes of the file. */
  finish(): Uint8Array<ArrayBuffer>;
}

/** Settings of the worker. */
export interface WorkerTask {
  readonly format: 'jsonl' | 'parquet';
  readonly columns: readonly ExportColumn[];
}

/** Rows to encode: the first `length` bytes of a buffer; `null` after the last row. */
export type WorkerRequest = { readonly buffer: ArrayBuffer; readonly length: number } | null;

/** Bytes of the file that are ready to send, and the buffer of the request, to be reused. */
export interface WorkerAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly buffer: ArrayBuffer | undefined;
}
