import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type RawBody } from '@costplane/plugin-api';

const folder = new URL('../dist/web/', import.meta.url);

const contentTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Names of the page's scripts, styles and images; each contains the hash of its content. */
export function listAssets(): string[] {
  try {
    return readdirSync(new URL('assets/', folder)).filter((name) => !/\.(br|gz)$/.test(name));
  } catch (error) {
    throw new Error('the console is not built: run `npm run build`', { cause: error });
  }
}

const known = new Map<string, Promise<RawBody>>();

/** A file of the built page, with its precompressed variants for `Accept-Encoding`; read once. */
export function readBuilt(name: string): Promise<RawBody> {
  const read = known.get(name) ?? readFiles(name);
  known.set(name, read);
  // What could not be read is read again.
  read.catch(() => known.delete(name));
  return read;
}

async function readFiles(name: string): Promise<RawBody> {
  const read = (suffix: string) => readFile(new URL(`${name}${suffix}`, folder));
  const [body, br, gzip] = await Promise.all([read(''), read('.br'), read('.gz')]);
  const extension = name.slice(name.lastIndexOf('.') + 1);
  return {
    contentType: contentTypes[extension] ?? 'application/octet-stream',
    body,
    encodings: { br, gzip },
  };
}
