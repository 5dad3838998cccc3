import { encodeRows } from '../encoding/encode-rows.ts';
import { type Format } from '../export-request.ts';
import { selectTable } from '../queries/select-table.ts';
import { type FileFormat } from './file-format.ts';

export const fileFormats: Readonly<Record<Format, FileFormat>> = {
  // RFC 4180 with a header, written by PostgreSQL: null is an empty field without quotes.
  csv: {
    extension: 'csv',
    contentType: 'text/csv; charset=utf-8',
    // An unterminated quote, whether or not the file was cut off inside one.
    brokenEnd: '\nx"\n"the export failed: this file is not complete',
    async open(snapshot, request) {
      const body = await snapshot.copy(selectTable(request), { header: true });
      return { body, rowCount: () => body.rowCount };
    },
  },
  // One object per line.
  jsonl: {
    extension: 'jsonl',
    contentType: 'application/jsonl; charset=utf-8',
    // An unterminated object.
    brokenEnd: '\n{"error":"the export failed: this file is not complete"',
    open: (snapshot, request) => encodeRows('jsonl', snapshot, request),
  },
  // Compressed with Zstandard.
  parquet: {
    extension: 'parquet',
    contentType: 'application/vnd.apache.parquet',
    open: (snapshot, request) => encodeRows('parquet', snapshot, request),
  },
};
