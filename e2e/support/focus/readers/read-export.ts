import { type Delivery, type ExportedFile } from '../exported-file.ts';
import { columnTypes, definitionsOf, type SchemaObject } from '../schema-object.ts';
import { readCsv } from './read-csv.ts';
import { readJsonLines } from './read-json-lines.ts';
import { readParquet } from './read-parquet.ts';

/** What is in a delivered file. */
export function readExport(delivery: Delivery, schema: SchemaObject): ExportedFile {
  const { body, request } = delivery;
  const typeOf = columnTypes(schema);
  const definitions = definitionsOf(schema);
  const names = definitions.map(({ ColumnName }) => ColumnName);
  const read = {
    csv: () => readCsv(body, typeOf),
    jsonl: () => readJsonLines(body, typeOf, names),
    parquet: () => readParquet(body, typeOf, definitions),
  };
  return { ...delivery, ...read[request.format]() };
}
