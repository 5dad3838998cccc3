import { type ExportedFile, exportFocus, type operations } from '@costplane/client';
import { get, type Question } from './question.ts';

type FileQuery = operations['exportFocus']['parameters']['query'];
type SchemaQuery = NonNullable<operations['getFocusSchema']['parameters']['query']>;
/** The options of a file. */
export type FileOptions = FileQuery;

export const focusSchema = (query: SchemaQuery) =>
  get('getFocusSchema', 'the columns of the file', '/v1/exports/focus/schema', {
    params: { query },
  });

/** Exports have a rate limit of their own. */
export const filesPerMinute = 6;

export const focusFile = (query: FileQuery): Question<ExportedFile> => ({
  operation: 'exportFocus',
  about: 'the file',
  method: 'GET',
  path: '/v1/exports/focus',
  init: { params: { query } },
  ask: (client, signal) => exportFocus(client, query, { signal }),
});
