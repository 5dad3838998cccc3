import { sql } from 'kysely';
import { type ExportColumn } from '../columns/column.ts';
import { type ExportRequest } from '../export-request.ts';
import { inOrder, selectCharges } from './charges.ts';

/** The rows of a file, one column for each of its columns: text, or a number with all digits. */
export const selectTable = (request: ExportRequest) =>
  sql`select ${sql.join(request.columns.map(valueAsText))} from (${selectCharges(request)}) charge order by ${inOrder}`;

/** PostgreSQL writes a boolean as `t`. */
const valueAsText = ({ name, type, sql: value }: ExportColumn) =>
  sql`${sql.raw(type === 'BOOLEAN' ? `(${value})::text` : value)} as ${sql.id(name)}`;
