import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The files of Swagger UI that the page loads, served from the package itself. */
export const swaggerAssets: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

/** Locates the package, and returns a function that reads each file once. */
export function openSwaggerUi(): (name: string) => Promise<Buffer> {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const read = new Map<string, Promise<Buffer>>();
  return (name) => {
    let content = read.get(name);
    if (!content) {
      read.set(name, (content = readFile(join(folder, name))));
      content.catch(() => read.delete(name));
    }
    return content;
  };
}
