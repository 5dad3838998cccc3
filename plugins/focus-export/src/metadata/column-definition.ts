import { decimalPrecision, type DataType, type ExportColumn } from '../columns/column.ts';

/** A column in the FOCUS schema object (reference, section 3.2). */
export type ColumnDefinition = Readonly<{
  ColumnName: string;
  DataType: DataType;
  NumericPrecision?: number;
  NumberScale?: number;
  StringMaxLength?: number;
  StringEncoding?: string;
  ProviderTagPrefixes?: string[];
}>;

/** Tag keys with this prefix are written by Costplane and never come from a user's label. */
export const tagPrefix = 'costplane/';

export const toColumnDefinition = ({
  name,
  type,
  scale,
  maxLength,
}: ExportColumn): ColumnDefinition => ({
  ColumnName: name,
  DataType: type,
  ...(scale === undefined ? {} : { NumericPrecision: decimalPrecision, NumberScale: scale }),
  ...(maxLength === undefined ? {} : { StringMaxLength: maxLength }),
  ...(type === 'STRING' || type === 'JSON' ? { StringEncoding: 'UTF-8' } : {}),
  ...(name === 'Tags' || name === 'AllocatedTags' ? { ProviderTagPrefixes: [tagPrefix] } : {}),
});
