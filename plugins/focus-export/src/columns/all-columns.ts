import { type ExportColumn } from './column.ts';
import { customColumns } from './custom-columns.ts';
import { focusColumns } from './focus-columns.ts';

/** Every column of the export, in file order: the columns of FOCUS, then the custom ones. */
export const allColumns: readonly ExportColumn[] = [...focusColumns, ...customColumns];

export const columnNames: readonly string[] = allColumns.map(({ name }) => name);

/** The chosen columns in file order, regardless of the order in which they were requested. */
export function selectColumns(names: readonly string[] | undefined): readonly ExportColumn[] {
  if (names === undefined) return allColumns;
  const chosen = new Set(names);
  return allColumns.filter(({ name }) => chosen.has(name));
}
