import { type ColumnType, focusColumn } from './vocabulary/columns.ts';

/** How the schema object describes a column (section 3.2). */
export interface ColumnDefinition {
  readonly ColumnName: string;
  readonly DataType: ColumnType;
  readonly NumericPrecision?: number;
  readonly NumberScale?: number;
  readonly StringMaxLength?: number;
  readonly ProviderTagPrefixes?: readonly string[];
}

export interface FocusSchema {
  readonly SchemaId: string;
  readonly FocusVersion: string;
  readonly CreationDate: string;
  readonly DatasetInstanceId: string;
  readonly DataGeneratorVersion?: string;
  readonly ColumnDefinition: readonly ColumnDefinition[];
}

/** What the schema endpoint has as `data`, by what the checks need of it. */
export interface SchemaObject {
  readonly schema_id: string;
  readonly DataGenerator?: { readonly DataGenerator?: string };
  readonly DatasetInstance: readonly {
    readonly DatasetInstanceId: string;
    readonly DatasetInstanceName: string;
    readonly FocusDatasetId: string;
  }[];
  readonly Schema: readonly FocusSchema[];
  readonly delivery_handling?: Readonly<Record<string, string>>;
  readonly correction_handling?: Readonly<Record<string, string>>;
  readonly allocation_method?: Readonly<Record<string, string>>;
}

export const listDefinitions = (schema: SchemaObject): readonly ColumnDefinition[] =>
  schema.Schema[0]?.ColumnDefinition ?? [];

/** The type of a column: that of FOCUS, or of a custom column as the schema object says. */
export function columnTypes(schema: SchemaObject): (column: string) => ColumnType {
  const custom = new Map(
    listDefinitions(schema).map((definition) => [definition.ColumnName, definition.DataType]),
  );
  return (column) => focusColumn(column)?.type ?? custom.get(column) ?? 'STRING';
}
