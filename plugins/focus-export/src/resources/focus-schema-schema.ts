import { namedObject, oneOf, text, timestamp, uuid } from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';
import { idleModes } from '../export-request.ts';
import { allocationMethodId } from '../metadata/handling.ts';

const columnDefinition = Type.Object({
  ColumnName: text('Name of the column.'),
  DataType: oneOf(['STRING', 'DECIMAL', 'DATETIME', 'JSON', 'BOOLEAN'], {
    description: 'Type of its values.',
  }),
  NumericPrecision: Type.Optional(Type.Integer({ description: 'Maximum number of digits.' })),
  NumberScale: Type.Optional(Type.Integer({ description: 'Maximum number of decimals.' })),
  StringMaxLength: Type.Optional(Type.Integer({ description: 'Maximum length in characters.' })),
  StringEncoding: Type.Optional(text('Character encoding.')),
  ProviderTagPrefixes: Type.Optional(
    Type.Array(Type.String(), { description: 'Tag key prefixes of the provider.' }),
  ),
});

const schema = Type.Object({
  SchemaId: uuid('Id of the schema.'),
  FocusVersion: text('Version of FOCUS.'),
  CreationDate: timestamp('Time at which this schema was introduced.'),
  DataGeneratorVersion: text('Version of the export plugin.'),
  DatasetInstanceId: uuid('Id of the dataset instance that has this schema.'),
  ColumnDefinition: Type.Array(columnDefinition, {
    description: 'One entry per column, in the order of the file.',
  }),
});

const datasetInstance = Type.Object({
  DatasetInstanceId: uuid(
    'Id of this configuration, independent of the window and clusters of a file.',
  ),
  DatasetInstanceName: text('Name of the dataset instance.'),
  FocusDatasetId: text('FOCUS dataset of which it is an instance.'),
});

const deliveryHandling = Type.Object(
  {
    mechanism: text('How files are obtained.'),
    delivery_scope: text('What one file covers.'),
    supersedes: text('Which earlier files a file replaces.'),
    matching_schema: text('How the schema of a file is found.'),
    dataset_instance_id: text('How the dataset instance of a file is found.'),
  },
  { description: 'How files are delivered.' },
);

/** `data` of the schema endpoint: the metadata of FOCUS (reference, 3.1 and 3.2) and custom fields. */
export const focusSchemaSchema = namedObject(
  'FocusSchema',
  'Columns and handling of the files of one configuration.',
  {
    schema_id: uuid('The value of `X-Focus-Schema-Id` for every file of this configuration.'),
    DataGenerator: Type.Object(
      { DataGenerator: text('Name of the data generator.') },
      { description: 'The data generator, as FOCUS describes it.' },
    ),
    DatasetInstance: Type.Array(datasetInstance, {
      description: 'The dataset instance of this configuration.',
    }),
    Schema: Type.Array(schema, { description: 'The schema of the files, as FOCUS describes it.' }),
    delivery_handling: deliveryHandling,
    correction_handling: Type.Object(
      {
        style: text('Style of corrections.'),
        charge_class: text('Use of the column ChargeClass for corrections.'),
      },
      { description: 'How corrections are delivered.' },
    ),
    allocation_method: Type.Object(
      {
        id: oneOf(idleModes.map(allocationMethodId), { description: 'Id of the method.' }),
        description: text('How cost is allocated.'),
        warning: text('Warning about adding up costs.'),
      },
      { description: 'How the cost of nodes is allocated to rows.' },
    ),
    columns: Type.Array(
      Type.Object({
        name: text('Name of the column.'),
        is_nullable: Type.Boolean({ description: 'Whether it can be null.' }),
        description: text('Content of the column.'),
      }),
      { description: 'Description of each column of the file.' },
    ),
    left_out_columns: Type.Array(
      Type.Object({
        name: text('Name of the column.'),
        reason: text('Reason for which it is left out.'),
      }),
      { description: 'The FOCUS columns that no file has.' },
    ),
    scope: Type.Object(
      {
        excluded_cluster_ids: Type.Array(Type.String({ format: 'uuid' }), {
          description: 'Clusters of the organization that the key may not read.',
        }),
      },
      { description: 'Coverage of the files that this key can export.' },
    ),
  },
);

export type FocusSchema = Static<typeof focusSchemaSchema>;
