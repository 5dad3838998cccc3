import { sql } from 'kysely';
import { type ExportColumn } from '../columns/column.ts';
import { type ExportRequest } from '../export-request.ts';
import { inOrder, selectCharges } from './charges.ts';

/** The rows of a file, with one expression per column: text, or a number with all its digits. */
export const selectTable = (request: ExportRequest) =>
  sql`select ${sql.join(request.columns.map(valueAsText))} from (${selectCharges(request)}) charge order by ${inOrder}`;

/** PostgreSQL would write a boolean as `t`; its cast to text is `true`. */
const valueAsText = ({ name, type, sql: value }: ExportColumn) =>
  sql`${sql.raw(type === 'BOOLEAN' ? `(${value})::text` : value)} as ${sql.id(name)}`;
