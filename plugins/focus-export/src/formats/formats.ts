import { type Format } from '../export-request.ts';
import { csvFormat } from './csv.ts';
import { type FileFormat } from './file-format.ts';
import { jsonLinesFormat } from './json-lines.ts';
import { parquetFormat } from './parquet.ts';

export const fileFormats: Readonly<Record<Format, FileFormat>> = {
  csv: csvFormat,
  jsonl: jsonLinesFormat,
  parquet: parquetFormat,
};
