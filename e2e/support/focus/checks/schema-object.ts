import { type ColumnDefinition, type SchemaObject } from '../schema-object.ts';
import { type Violation, violation } from '../violation.ts';

/** Checks 65, 66 and 68: the object that describes the files. */
export function* checkSchemaObject(data: SchemaObject): Generator<Violation> {
  yield* checkProperties(data);
  yield* checkDefinitions(data);
  yield* checkHandling(data);
}

function* checkProperties(data: SchemaObject): Generator<Violation> {
  const [schema] = data.Schema;
  if (!schema) return yield violation(65, 'M', 'has no Schema');
  const needed = ['SchemaId', 'FocusVersion', 'CreationDate', 'DatasetInstanceId'] as const;
  for (const name of needed) {
    if (typeof schema[name] !== 'string' || schema[name] === '') {
      yield violation(65, 'M', `Schema has no ${name}`);
    }
  }
  if (!Array.isArray(schema.ColumnDefinition)) {
    yield violation(65, 'M', 'Schema has no ColumnDefinition');
  }
  if (schema.FocusVersion !== '1.4') {
    yield violation(65, 'M', `FocusVersion is ${schema.FocusVersion}`);
  }
  const { CreationDate: created } = schema;
  if (Number.isNaN(Date.parse(created)) || !/^[\d-]{10}T[\d:]{8}Z$/.test(created)) {
    yield violation(65, 'M', `CreationDate is ${created}`);
  }
  if (schema.SchemaId !== data.schema_id) {
    yield violation(65, 'P', `SchemaId is not schema_id: ${schema.SchemaId}, ${data.schema_id}`);
  }
  const ids = data.DatasetInstance.map(({ DatasetInstanceId }) => DatasetInstanceId);
  if (!ids.includes(schema.DatasetInstanceId)) {
    yield violation(65, 'M', `DatasetInstance has no ${schema.DatasetInstanceId}`);
  }
}

function* checkDefinitions(data: SchemaObject): Generator<Violation> {
  const definitions: readonly Partial<ColumnDefinition>[] = data.Schema[0]?.ColumnDefinition ?? [];
  for (const definition of definitions) {
    const { ColumnName: name, DataType: type, ProviderTagPrefixes: prefixes } = definition;
    if (!name || !type) yield violation(66, 'M', `a definition without name or type: ${name}`);
    const isDescribed = prefixes?.every((prefix) => typeof prefix === 'string') ?? false;
    if (name === 'Tags' && !isDescribed) yield violation(66, 'M', 'Tags has no prefixes');
    const { NumericPrecision: precision, NumberScale: scale, StringMaxLength: length } = definition;
    if (type === 'DECIMAL' && !(Number.isInteger(precision) && Number.isInteger(scale))) {
      yield violation(66, 'S', `${name} has no precision and scale`);
    }
    if (type === 'STRING' && !Number.isInteger(length)) {
      yield violation(66, 'S', `${name} has no length`);
    }
  }
}

/** Words of section 3.4 and 3.5: what a consumer has to know. */
function* checkHandling(data: SchemaObject): Generator<Violation> {
  const { delivery_handling: delivery, correction_handling: correction } = data;
  if (delivery?.mechanism !== 'Overwrite') yield violation(68, 'M', 'no mechanism of deliveries');
  if (correction?.style !== 'Replacement') yield violation(68, 'M', 'no style of corrections');
  const method = data.allocation_method?.id;
  if (!/^max-request-usage-1\/(unallocated|apportioned)$/.test(method ?? '')) {
    yield violation(68, 'M', `the allocation method is ${method}`);
  }
  if (!data.DataGenerator?.DataGenerator) yield violation(68, 'M', 'no DataGenerator');
  for (const { FocusDatasetId, DatasetInstanceName } of data.DatasetInstance) {
    if (FocusDatasetId !== 'CostAndUsage' || !DatasetInstanceName) {
      yield violation(68, 'M', `the dataset is ${FocusDatasetId}, ${DatasetInstanceName}`);
    }
  }
}
