import { selectTable } from '../queries/select-table.ts';
import { type FileFormat } from './file-format.ts';

/** RFC 4180 with a header, as PostgreSQL writes it: null is an empty field without quotes. */
export const csvFormat: FileFormat = {
  extension: 'csv',
  contentType: 'text/csv; charset=utf-8',
  // A quote that never closes, whether the file ends inside of one or not.
  brokenEnd: '\nx"\n"the export failed: this file is not complete',

  async open(snapshot, request) {
    const body = await snapshot.copy(selectTable(request), { header: true });
    return { body, rowCount: () => body.rowCount };
  },
};
