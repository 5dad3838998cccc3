import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { FileError } from './file-error.ts';
import { parseYaml, type YamlFile } from './parse-yaml.ts';

const maxBytes = 16 * 2 ** 20;

/** Source for `-`; default: standard input. */
export interface Reading {
  stdin?: AsyncIterable<Uint8Array>;
}

/**
 * Reads a YAML file of at most 16 MiB, or standard input for the name `-`.
 *
 * @throws {FileError} if it cannot be read, or is not YAML in UTF-8
 */
export async function readYamlFile(path: string, reading?: Reading): Promise<YamlFile> {
  const { text, name } = await readTextFile(path, reading);
  return parseYaml(text, name);
}

/**
 * Reads a text file of at most 16 MiB, or standard input for the name `-`.
 *
 * @throws {FileError} if it cannot be read, or is not UTF-8
 */
export async function readTextFile(
  path: string,
  { stdin = process.stdin }: Reading = {},
): Promise<{ text: string; name: string }> {
  const name = path === '-' ? 'standard input' : path;
  try {
    const bytes = await buffer(upTo(maxBytes, path === '-' ? stdin : createReadStream(path)));
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), name };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const failure = failures[code];
    if (failure === undefined) throw error;
    throw new FileError([{ file: name, ...failure }]);
  }
}

const tooLarge = 'ERR_FILE_TOO_LARGE';
const anotherFile = 'choose another file';

const failures: Record<string, { what: string; fix: string }> = {
  ENOENT: { what: 'does not exist', fix: anotherFile },
  ENOTDIR: { what: 'does not exist', fix: anotherFile },
  EISDIR: { what: 'is a folder', fix: 'name a YAML file' },
  EACCES: { what: 'cannot be read by this user', fix: 'change its permissions' },
  EPERM: { what: 'cannot be read by this user', fix: 'change its permissions' },
  ERR_ENCODING_INVALID_ENCODED_DATA: { what: 'is not UTF-8', fix: 'save it as UTF-8' },
  [tooLarge]: { what: 'is larger than 16 MiB', fix: 'use a smaller file' },
};

async function* upTo(limit: number, source: AsyncIterable<Uint8Array>) {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > limit) throw Object.assign(new Error('It is too large'), { code: tooLarge });
    yield chunk;
  }
}
