import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** The files of Swagger UI that the page loads, served from the package itself. */
export const swaggerAssets: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

const read = new Map<string, Promise<Buffer>>();

/** Reads a file of the package once. */
export function readSwaggerAsset(name: string): Promise<Buffer> {
  let content = read.get(name);
  if (!content) {
    read.set(name, (content = readFile(join(folder, name))));
    content.catch(() => read.delete(name));
  }
  return content;
}
