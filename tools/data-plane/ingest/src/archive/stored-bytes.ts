import { createHash } from 'node:crypto';
import { type StoredFile } from './archive-store.ts';

const partBytes = 8 * 1024 ** 2;

export const readAll = async (file: StoredFile) => Buffer.from(await file.slice(0));

/** The SHA-256 of a file, read in parts. */
export async function digestFile(file: StoredFile): Promise<string> {
  const digest = createHash('sha256');
  for (let start = 0; start < file.byteLength; start += partBytes) {
    const end = Math.min(start + partBytes, file.byteLength);
    digest.update(new Uint8Array(await file.slice(start, end)));
  }
  return digest.digest('hex');
}
