import { selectTable } from '../queries/select-table.ts';
import { type FileFormat } from './file-format.ts';

/** RFC 4180 with a header, written by PostgreSQL: null is an empty field without quotes. */
export const csvFormat: FileFormat = {
  extension: 'csv',
  contentType: 'text/csv; charset=utf-8',
  // An unterminated quote, whether or not the file was cut off inside one.
  brokenEnd: '\nx"\n"the export failed: this file is not complete',

  async open(snapshot, request) {
    const body = await snapshot.copy(selectTable(request), { header: true });
    return { body, rowCount: () => body.rowCount };
  },
};
