import { type ParquetColumn } from './file-schema.ts';

/** What the worker is made for. */
export interface WorkerTask {
  readonly columns: readonly ParquetColumn[];
  readonly createdBy: string;
}

/** Rows to be encoded, the first `length` bytes of a buffer; `null`: there are no more. */
export type WorkerRequest = { readonly buffer: ArrayBuffer; readonly length: number } | null;

/** What can be sent of the file, and the buffer of the request, to be used again. */
export interface WorkerAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly buffer: ArrayBuffer | undefined;
}
