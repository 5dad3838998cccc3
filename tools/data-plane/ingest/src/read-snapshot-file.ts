import { createReadStream } from 'node:fs';
import { checkClock } from './check-clock.ts';
import { collectBytes } from './collect-bytes.ts';
import { type CutValues } from './cut-long-values.ts';
import { decompressZstd, isZstd } from './decompress-zstd.ts';
import { parseSnapshot } from './parse-snapshot.ts';
import { SnapshotError } from './snapshot-error.ts';
import { type Snapshot } from './snapshot-schema.ts';

const defaultMaxBytes = 2 ** 30;

/**
 * Reads a snapshot from a file, or from standard input for the name `-`: JSON, or zstd-compressed
 * JSON, detected by its first bytes. At most 1 GiB of JSON, and not from the future.
 *
 * @param onCut called with labels and texts that were truncated to the storage limits
 *
 * @throws {SnapshotError} in one line that begins with the name of the file
 */
export async function readSnapshotFile(
  path: string,
  {
    stdin = process.stdin,
    maxBytes = defaultMaxBytes,
    onCut,
  }: {
    stdin?: AsyncIterable<Uint8Array>;
    maxBytes?: number;
    onCut?: (cut: CutValues) => void;
  } = {},
): Promise<Snapshot> {
  const name = path === '-' ? 'standard input' : path;
  try {
    const json = await readJson(path === '-' ? stdin : createReadStream(path), maxBytes);
    const snapshot = parseSnapshot(json, onCut);
    checkClock(snapshot);
    return snapshot;
  } catch (error) {
    throw withName(name, error);
  }
}

async function readJson(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const { start, whole } = await peek(source, 4);
  return isZstd(start) ? decompressZstd(whole, maxBytes) : collectBytes(whole, maxBytes);
}

/** Returns the first bytes of a stream, and a stream that still contains them. */
async function peek(
  source: AsyncIterable<Uint8Array>,
  length: number,
): Promise<{ start: Buffer; whole: AsyncIterable<Uint8Array> }> {
  const chunks = source[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  while (start.length < length) {
    const next = await chunks.next();
    if (next.done) break;
    start = Buffer.concat([start, next.value]);
  }
  async function* whole() {
    yield start;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  return { start, whole: whole() };
}

const fileFailures: Record<string, string> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EISDIR: 'is a directory, a snapshot file was expected',
  EACCES: 'cannot be read by this user',
  EPERM: 'cannot be read by this user',
};

function withName(name: string, error: unknown): unknown {
  if (error instanceof SnapshotError)
    return new SnapshotError(sentence(name, error.message), error);
  const { code } = error as { code?: string };
  const failure = fileFailures[code ?? ''];
  if (failure === undefined && code === undefined) return error;
  return new SnapshotError(`${name} ${failure ?? `cannot be read (${code})`}`, { cause: error });
}

/** Messages are about the file as a whole ("is truncated: ...") or about one of its fields. */
function sentence(name: string, message: string): string {
  return message.startsWith('is ') ? `${name} ${message}` : `${name}: ${message}`;
}
