import { encodeRows } from '../encoding/encode-rows.ts';
import { type FileFormat } from './file-format.ts';

/** One object per line. */
export const jsonLinesFormat: FileFormat = {
  extension: 'jsonl',
  contentType: 'application/jsonl; charset=utf-8',
  // An unterminated object.
  brokenEnd: '\n{"error":"the export failed: this file is not complete"',
  open: (snapshot, request) => encodeRows('jsonl', snapshot, request),
};
