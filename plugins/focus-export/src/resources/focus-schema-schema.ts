import { named, oneOf, timestamp, uuid } from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';
import { idleModes } from '../export-request.ts';
import { allocationMethodId } from '../metadata/handling.ts';

const columnDefinition = Type.Object({
  ColumnName: Type.String(),
  DataType: oneOf(['STRING', 'DECIMAL', 'DATETIME', 'JSON', 'BOOLEAN']),
  NumericPrecision: Type.Optional(Type.Integer()),
  NumberScale: Type.Optional(Type.Integer()),
  StringMaxLength: Type.Optional(Type.Integer()),
  StringEncoding: Type.Optional(Type.String()),
  ProviderTagPrefixes: Type.Optional(Type.Array(Type.String())),
});

const schema = Type.Object({
  SchemaId: uuid(),
  FocusVersion: Type.String(),
  CreationDate: timestamp(),
  DataGeneratorVersion: Type.String(),
  DatasetInstanceId: uuid(),
  ColumnDefinition: Type.Array(columnDefinition, {
    description: 'One entry per column, in the order of the file.',
  }),
});

const datasetInstance = Type.Object({
  DatasetInstanceId: uuid(
    'Id of this configuration, independent of the window and clusters of a file.',
  ),
  DatasetInstanceName: Type.String(),
  FocusDatasetId: Type.String(),
});

/** `data` of the schema endpoint: the metadata of FOCUS (reference, 3.1 and 3.2), and our own. */
export const focusSchemaSchema = named(
  'FocusSchema',
  Type.Object({
    schema_id: uuid('The value of `X-Focus-Schema-Id` for every file of this configuration.'),
    DataGenerator: Type.Object({ DataGenerator: Type.String() }),
    DatasetInstance: Type.Array(datasetInstance),
    Schema: Type.Array(schema),
    delivery_handling: Type.Object({
      mechanism: Type.String(),
      delivery_scope: Type.String(),
      supersedes: Type.String(),
      matching_schema: Type.String(),
      dataset_instance_id: Type.String(),
    }),
    correction_handling: Type.Object({ style: Type.String(), charge_class: Type.String() }),
    allocation_method: Type.Object({
      id: oneOf(idleModes.map(allocationMethodId)),
      description: Type.String(),
      warning: Type.String(),
    }),
    columns: Type.Array(
      Type.Object({ name: Type.String(), is_nullable: Type.Boolean(), description: Type.String() }),
      { description: 'The content of each column of the file.' },
    ),
    left_out_columns: Type.Array(Type.Object({ name: Type.String(), reason: Type.String() }), {
      description: 'The FOCUS columns that no file has.',
    }),
    scope: Type.Object({
      excluded_cluster_ids: Type.Array(uuid(), {
        description: 'Clusters of the organization that the key may not read.',
      }),
    }),
  }),
);

export type FocusSchema = Static<typeof focusSchemaSchema>;
