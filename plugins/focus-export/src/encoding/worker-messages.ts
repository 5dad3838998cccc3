import { type ExportColumn } from '../columns/column.ts';

/** Makes a file from the text of rows. */
export interface Encoder {
  /** Takes a part of the rows; answers what can be sent of the file. */
  encode(rows: Uint8Array): Uint8Array<ArrayBuffer>;
  /** The rest of the file. */
  finish(): Uint8Array<ArrayBuffer>;
}

/** What the worker is made for. */
export interface WorkerTask {
  readonly format: 'jsonl' | 'parquet';
  readonly columns: readonly ExportColumn[];
}

/** Rows to be encoded, the first `length` bytes of a buffer; `null`: there are no more. */
export type WorkerRequest = { readonly buffer: ArrayBuffer; readonly length: number } | null;

/** What can be sent of the file, and the buffer of the request, to be used again. */
export interface WorkerAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly buffer: ArrayBuffer | undefined;
}
