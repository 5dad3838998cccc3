import { type SchemaElement } from 'hyparquet-writer';
import { decimalPrecision, type ExportColumn } from '../columns/column.ts';

/** Of a column, what is needed to write it; can be sent to a worker. */
export type ParquetColumn = Pick<ExportColumn, 'name' | 'type' | 'nullable'> & {
  readonly scale: number;
};

export const toParquetColumn = ({
  name,
  type,
  nullable,
  scale = 0,
}: ExportColumn): ParquetColumn => ({
  name,
  type,
  nullable,
  scale,
});

export const decimalBytes = 16;

/**
 * The schema of a file (reference, section 1.5). `isFinal`: as the file says it. While values are
 * written, decimals are bytes that are ready: the library would else make them from big integers.
 */
export const fileSchema = (
  columns: readonly ParquetColumn[],
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
  { type, scale }: ParquetColumn,
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
