import { type SchemaElement } from 'hyparquet-writer';
import { decimalPrecision, type ExportColumn } from '../columns/column.ts';

export const decimalBytes = 16;

/**
 * The schema of a file (reference, section 1.5). While values are written (`isFinal` is false), it
 * declares decimals as plain bytes, because the library would otherwise encode them from BigInts.
 */
export const fileSchema = (
  columns: readonly ExportColumn[],
  { isFinal }: { readonly isFinal: boolean },
): SchemaElement[] => [
  { name: 'cost_and_usage', num_children: columns.length },
  ...columns.map((column) => ({
    name: column.name,
    repetition_type: column.nullable ? ('OPTIONAL' as const) : ('REQUIRED' as const),
    ...parquetType(column, isFinal),
  })),
];

function parquetType(
  { type, scale = 0 }: ExportColumn,
  isFinal: boolean,
): Omit<SchemaElement, 'name'> {
  switch (type) {
    case 'STRING':
    case 'JSON':
      return { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } };
    case 'DECIMAL':
      return {
        type: 'FIXED_LEN_BYTE_ARRAY',
        type_length: decimalBytes,
        ...(isFinal ? { converted_type: 'DECIMAL', precision: decimalPrecision, scale } : {}),
        logical_type: { type: 'DECIMAL', precision: decimalPrecision, scale },
      };
    case 'DATETIME':
      return {
        type: 'INT64',
        converted_type: 'TIMESTAMP_MILLIS',
        logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
      };
    case 'BOOLEAN':
      return { type: 'BOOLEAN' };
  }
}
