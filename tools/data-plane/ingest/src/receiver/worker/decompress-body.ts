import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdDecompress, type ZstdOptions, zstdDecompressSync } from 'node:zlib';
import { tooLarge } from '../../collect-bytes.ts';
import { SnapshotError } from '../../snapshot-error.ts';
import { readZstdFrame } from '../zstd-frame.ts';

/**
 * Decompresses a body, which must be exactly one zstd frame. The size is checked without keeping
 * the output in memory: kilobytes can expand to gigabytes.
 *
 * @throws {SnapshotError} if it is not one frame, or too large
 */
export async function decompressBody(body: Uint8Array, maxBytes: number): Promise<Buffer> {
  if (body.length === 0) throw new SnapshotError('is empty, an agent snapshot was expected');
  const frame = readZstdFrame(body);
  if (!frame) throw new SnapshotError('is not zstd');
  const { end, declaredSize = 0, needsDictionary, maxSize } = frame;
  if (needsDictionary) {
    throw new SnapshotError('is compressed with a dictionary; compress it without one');
  }
  if (end === undefined) throw new SnapshotError('is truncated: its zstd frame ends too early');
  if (end < body.length) {
    throw new SnapshotError('is damaged: other data follows its zstd frame');
  }
  if (declaredSize > maxBytes) throw tooLarge(maxBytes);
  const options = optionsFor(maxBytes);
  if (maxSize > maxBytes) await measure(body, maxBytes, options);
  try {
    return zstdDecompressSync(body, { ...options, maxOutputLength: maxBytes });
  } catch (error) {
    throw explain(error, maxBytes);
  }
}

/** Decompresses without keeping the output. */
async function measure(body: Uint8Array, maxBytes: number, options: ZstdOptions): Promise<void> {
  let length = 0;
  const count = new Writable({
    write(chunk: Buffer, _encoding, done) {
      length += chunk.length;
      done(length > maxBytes ? tooLarge(maxBytes) : null);
    },
  });
  try {
    await pipeline(Readable.from([body]), createZstdDecompress(options), count);
  } catch (error) {
    throw explain(error, maxBytes);
  }
}

/** A frame declares the window that must be kept in memory; it is limited to the maximum size. */
function optionsFor(maxBytes: number): ZstdOptions {
  const windowLog = Math.min(30, Math.max(23, Math.ceil(Math.log2(maxBytes))));
  return { params: { [constants.ZSTD_d_windowLogMax]: windowLog } };
}

function explain(error: unknown, maxBytes: number): unknown {
  const { code = '' } = error as { code?: string };
  if (code === 'ERR_BUFFER_TOO_LARGE') return tooLarge(maxBytes);
  if (code.startsWith('ZSTD_error') || code === 'Z_BUF_ERROR') {
    return new SnapshotError('is damaged: its zstd data is not valid');
  }
  return error;
}
