import { type Delivery, type ExportedFile } from '../exported-file.ts';
import { columnTypes, listDefinitions, type SchemaObject } from '../schema-object.ts';
import { readCsv } from './read-csv.ts';
import { readJsonLines } from './read-json-lines.ts';
import { readParquet } from './read-parquet.ts';

/** What is in a delivered file. */
export function readExport(delivery: Delivery, schema: SchemaObject): ExportedFile {
  const { body, request } = delivery;
  const findType = columnTypes(schema);
  const definitions = listDefinitions(schema);
  const names = definitions.map(({ ColumnName }) => ColumnName);
  const read = {
    csv: () => readCsv(body, findType),
    jsonl: () => readJsonLines(body, findType, names),
    parquet: () => readParquet(body, findType, definitions),
  };
  return { ...delivery, ...read[request.format]() };
}
