import { type Clock, type OpenApiDocument, type OpenApiSource } from '@costplane/plugin-api';
import { type LoadedPlugin } from '../loader/loaded-plugin.ts';
import { assembleOpenApi, documentAt } from './assemble.ts';
import { withExamples } from './examples.ts';

/**
 * The document is assembled at once, so that what is wrong with it keeps the service from starting. Its
 * examples are read when it is asked for, once a day: they name days.
 */
export function serveDocument(
  loaded: readonly LoadedPlugin[],
  address: { readonly publicUrl: string },
  clock: Clock,
): OpenApiSource {
  const assembled = assembleOpenApi(loaded, address.publicUrl);
  let served: { readonly day: string; readonly document: Promise<OpenApiDocument> } | undefined;
  return {
    document() {
      const now = clock.now();
      const day = now.toISOString().slice(0, 10);
      if (served?.day !== day) {
        const document = documentAt(assembled, address.publicUrl);
        served = { day, document: withExamples(document, loaded, now) };
        // A file that could not be read is read again with the next request.
        served.document.catch(() => (served = undefined));
      }
      return served.document;
    },
  };
}
