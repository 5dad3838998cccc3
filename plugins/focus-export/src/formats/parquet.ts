import { encodeRows } from '../encoding/encode-rows.ts';
import { type FileFormat } from './file-format.ts';

/** Apache Parquet, compressed with Zstandard. */
export const parquetFormat: FileFormat = {
  extension: 'parquet',
  contentType: 'application/vnd.apache.parquet',
  open: (snapshot, request) => encodeRows('parquet', snapshot, request),
};
