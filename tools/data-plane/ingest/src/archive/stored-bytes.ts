import { createHash } from 'node:crypto';
import { type StoredFile } from './archive-store.ts';

/** Number of bytes that are read or sent at once. */
export const partBytes = 8 * 1024 ** 2;

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

/** The same bytes in parts of `partBytes`; the last part has the rest. */
export async function* inParts(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let part = new Uint8Array(partBytes);
  let length = 0;
  for await (const chunk of bytes) {
    for (let start = 0; start < chunk.length;) {
      const taken = chunk.subarray(start, start + partBytes - length);
      part.set(taken, length);
      length += taken.length;
      start += taken.length;
      if (length < partBytes) continue;
      yield part;
      part = new Uint8Array(partBytes);
      length = 0;
    }
  }
  if (length > 0) yield part.subarray(0, length);
}
