import { expect } from 'chai';
import { type Download } from './export-client.ts';
import { type ExportRequest } from './exported-file.ts';
import { readExport } from './readers/read-export.ts';
import { type SchemaObject } from './schema-object.ts';

/** How a client sees that its file is not whole. */
export interface Unfinished {
  /** The message did not come to its end. */
  readonly isBrokenOff: boolean;
  readonly doesParse: boolean;
}

export function unfinished(
  download: Download,
  request: ExportRequest,
  schema: SchemaObject,
): Unfinished {
  const { violations } = readExport({ ...download, request }, schema);
  return {
    isBrokenOff: !download.isComplete,
    doesParse: !violations.some(({ check }) => check === 1),
  };
}

/** No trailer is in the body, and no file that is not whole passes for one. */
export function expectUnfinished(
  download: Download,
  request: ExportRequest,
  schema: SchemaObject,
): void {
  const { isBrokenOff, doesParse } = unfinished(download, request, schema);
  expect(download.status).to.equal(200);
  expect(download.trailers['x-export-status']).to.not.equal('complete');
  expect(isBrokenOff || !doesParse, 'the file looks whole').to.equal(true);
  expect(download.body.includes('X-Export-'), 'a trailer in the body').to.equal(false);
}
