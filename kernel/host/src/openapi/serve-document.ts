import {
  type Clock,
  type OpenApiDocument,
  type OpenApiSource,
  type ProductInfo,
} from '@costplane/plugin-api';
import { type LoadedPlugin } from '../loader/loaded-plugin.ts';
import { assembleOpenApi } from './assemble.ts';
import { withExamples } from './examples.ts';

/**
 * Assembles the document at start, so that its problems prevent the start, and then once a day on request:
 * the address is known by then, and examples contain dates.
 */
export function serveDocument(
  loaded: readonly LoadedPlugin[],
  product: ProductInfo,
  clock: Clock,
): OpenApiSource {
  assembleOpenApi(loaded, product.publicUrl);
  let served: { readonly day: string; readonly document: Promise<OpenApiDocument> } | undefined;
  return {
    document() {
      const now = clock.now();
      const day = now.toISOString().slice(0, 10);
      if (served?.day !== day) {
        const document = assembleOpenApi(loaded, product.publicUrl);
        served = { day, document: withExamples(document, loaded, now) };
        // A file that could not be read is tried again with the next request.
        served.document.catch(() => (served = undefined));
      }
      return served.document;
    },
  };
}
