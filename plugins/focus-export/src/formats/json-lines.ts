import { selectJsonLines } from '../queries/select-json-lines.ts';
import { type FileFormat } from './file-format.ts';

/** One object per line. The marks of CSV are characters that JSON never has as they are. */
export const jsonLinesFormat: FileFormat = {
  extension: 'jsonl',
  contentType: 'application/jsonl; charset=utf-8',
  // An object that never closes.
  brokenEnd: '\n{"error":"the export failed: this file is not complete"',

  async open(snapshot, request) {
    const marks = { delimiter: '\u0001', quote: '\u0002' };
    const body = await snapshot.copy(selectJsonLines(request), marks);
    return { body, rowCount: () => body.rowCount };
  },
};
