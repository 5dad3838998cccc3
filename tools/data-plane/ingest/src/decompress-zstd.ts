import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import { collectBytes } from './collect-bytes.ts';
import { SnapshotError } from './snapshot-error.ts';

const magic = [0x28, 0xb5, 0x2f, 0xfd];

export function isZstd(bytes: Uint8Array): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

/**
 * Decompresses zstd, and stops as soon as the result is larger than `maxBytes`: a few kilobytes can
 * expand to gigabytes.
 *
 * @throws {SnapshotError} if it is truncated, damaged, too large or followed by anything else
 */
export async function decompressZstd(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer> {
  let bytes: Buffer | undefined;
  let read = 0;
  async function* counted() {
    for await (const chunk of source) {
      read += chunk.length;
      yield chunk;
    }
  }
  const zstd = createZstdDecompress();
  // The decompressor ends without an error where other data follows, and leaves that unread.
  const hasRest = () => zstd.readableEnded && zstd.bytesWritten < read;
  try {
    await pipeline(Readable.from(counted()), zstd, async (decompressed) => {
      bytes = await collectBytes(decompressed as AsyncIterable<Uint8Array>, maxBytes);
    });
  } catch (error) {
    if (!hasRest()) throw explain(error);
  }
  if (hasRest()) throw new SnapshotError('is damaged: other data follows its zstd data');
  return bytes ?? Buffer.alloc(0);
}

function explain(error: unknown): unknown {
  const { code } = error as { code?: string };
  if (code === 'Z_BUF_ERROR')
    return new SnapshotError('is truncated: its zstd data ends too early');
  if (code?.startsWith('ZSTD_error'))
    return new SnapshotError('is damaged: its zstd data is not valid');
  return error;
}
