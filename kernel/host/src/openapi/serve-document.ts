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
 * The document is assembled at once, so that what is wrong with it keeps the service from starting, and
 * once a day when it is asked for: its address is known by then, and its examples name days.
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
        // A file that could not be read is read again with the next request.
        served.document.catch(() => (served = undefined));
      }
      return served.document;
    },
  };
}
