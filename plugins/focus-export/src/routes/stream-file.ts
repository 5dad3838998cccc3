import { type LedgerSnapshot, type StreamedFile, type StreamShape } from '@costplane/plugin-api';
import { type ExportRequest, formats } from '../export-request.ts';
import { type FileFormat } from '../formats/file-format.ts';
import { fileFormats } from '../formats/formats.ts';
import { focusVersion, deriveSchemaId } from '../metadata/identity.ts';
import { countLedgerRows } from '../queries/count-ledger-rows.ts';
import { type ExportRows } from '../tables.ts';

/** The headers and trailers of a file (contract, "FOCUS export"). */
export const fileShape: StreamShape = {
  contentTypes: formats.map((format) => fileFormats[format].contentType),
  headers: {
    'Content-Disposition': 'Suggests a file name with the grain and the window.',
    'X-Focus-Version': 'Version of FOCUS.',
    'X-Focus-Schema-Id': 'The `schema_id` that the schema endpoint returns for the same options.',
    'X-Focus-Dataset-Instance-Id':
      'A later file with the same value completely replaces this one, unless months of it were archived or pruned.',
    'X-Export-Partial': '`true` if clusters are missing because the key may not read them.',
    'X-Export-Archived-Months':
      'Months of the window, such as `2024-11,2024-12`, whose history was moved to an archive and is missing: keep an earlier file that has them; absent where there are none.',
  },
  trailers: {
    'X-Export-Status': '`complete`, or `error`: discard the file and retry.',
    'X-Export-Row-Count': 'Number of rows in the file.',
    'X-Export-Ledger-Rows': 'Number of ledger rows that the file was made from.',
  },
};

/** Properties of a file that the request alone does not determine. */
export interface FileIdentity {
  readonly instanceId: string;
  readonly isPartial: boolean;
}

/** Starts sending a file. The trailers close the ledger snapshot. */
export async function streamFile(
  format: FileFormat,
  history: LedgerSnapshot<ExportRows>,
  request: ExportRequest,
  { instanceId, isPartial }: FileIdentity,
): Promise<StreamedFile> {
  const { body, rowCount } = await format.open(history, request);
  const name = `focus-${request.grain}-${request.from}-${request.to}.${format.extension}`;
  return {
    contentType: format.contentType,
    headers: {
      'Content-Disposition': `attachment; filename="${name}"`,
      'X-Focus-Version': focusVersion,
      'X-Focus-Schema-Id': deriveSchemaId(request),
      'X-Focus-Dataset-Instance-Id': instanceId,
      'X-Export-Partial': String(isPartial),
      ...(request.archivedMonths.length === 0
        ? {}
        : { 'X-Export-Archived-Months': request.archivedMonths.join(',') }),
    },
    body,
    async trailers() {
      const { rows } = await countLedgerRows(history.db, request).executeTakeFirstOrThrow();
      await history.close();
      return {
        'X-Export-Status': 'complete',
        'X-Export-Row-Count': String(rowCount()),
        'X-Export-Ledger-Rows': rows,
      };
    },
    failedTrailers: { 'X-Export-Status': 'error' },
    ...(format.brokenEnd === undefined ? {} : { brokenEnd: format.brokenEnd }),
  };
}
