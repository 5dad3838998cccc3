import { type ExportColumn } from './column.ts';
import { customColumns } from './custom-columns.ts';
import { focusColumns } from './focus-columns.ts';

/** Every column of the export, in the order of the file: those of FOCUS, then our own. */
export const allColumns: readonly ExportColumn[] = [...focusColumns, ...customColumns];

export const columnNames: readonly string[] = allColumns.map(({ name }) => name);

/** The chosen columns in the order of the file, whatever order they were asked for in. */
export function selectColumns(names: readonly string[] | undefined): readonly ExportColumn[] {
  if (names === undefined) return allColumns;
  const chosen = new Set(names);
  return allColumns.filter(({ name }) => chosen.has(name));
}
