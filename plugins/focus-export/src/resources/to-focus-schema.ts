import { leftOutColumns } from '../columns/left-out-columns.ts';
import { type Configuration } from '../export-request.ts';
import { toColumnDefinition } from '../metadata/column-definition.ts';
import { allocationMethod, correctionHandling, deliveryHandling } from '../metadata/handling.ts';
import {
  deriveConfigurationId,
  focusVersion,
  type Owner,
  deriveSchemaId,
} from '../metadata/identity.ts';
import { pluginVersion } from '../metadata/plugin-version.ts';
import { type FocusSchema } from './focus-schema-schema.ts';

/** When the columns last changed. Never the current time, or two reads would differ. */
const creationDate = '2026-11-21T00:00:00Z';

export function toFocusSchema(
  owner: Owner,
  configuration: Configuration,
  {
    dataGenerator,
    excludedClusterIds,
  }: { readonly dataGenerator: string; readonly excludedClusterIds: string[] },
): FocusSchema {
  const { grain, idle, columns } = configuration;
  const schemaId = deriveSchemaId(configuration);
  const instanceId = deriveConfigurationId(owner, configuration);
  return {
    schema_id: schemaId,
    DataGenerator: { DataGenerator: dataGenerator },
    DatasetInstance: [
      {
        DatasetInstanceId: instanceId,
        DatasetInstanceName: `Cost and usage, daily, by ${grain}, idle ${idle}`,
        FocusDatasetId: 'CostAndUsage',
      },
    ],
    Schema: [
      {
        SchemaId: schemaId,
        FocusVersion: focusVersion,
        CreationDate: creationDate,
        DataGeneratorVersion: pluginVersion,
        DatasetInstanceId: instanceId,
        ColumnDefinition: columns.map(toColumnDefinition),
      },
    ],
    delivery_handling: deliveryHandling,
    correction_handling: correctionHandling,
    allocation_method: allocationMethod(idle),
    columns: columns.map(({ name, nullable, description }) => ({
      name,
      is_nullable: nullable,
      description,
    })),
    left_out_columns: [...leftOutColumns],
    scope: { excluded_cluster_ids: excludedClusterIds },
  };
}
