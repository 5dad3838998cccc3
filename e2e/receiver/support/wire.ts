import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { constants, createZstdCompress, zstdCompressSync } from 'node:zlib';

const fixtures = join(import.meta.dirname, '../fixtures');

/** What Go's transfer of a stream cuts a body into. */
const chunkBytes = 32 * 1024;

export type Snapshot = Record<string, unknown> & { snapshot_id: string; timestamp: number };

/** The example of an agent's snapshot. */
export const readExample = (): Snapshot =>
  JSON.parse(readFileSync(join(fixtures, 'snapshot.json'), 'utf8')) as Snapshot;

/** The releases whose requests are recorded: the current one, and `v2.1.0`. */
export type Release = 'current' | 'older';

const heads: Record<Release, string> = {
  current: readHead('current-agent.http'),
  older: readHead('older-agent.http'),
};

function readHead(file: string): string {
  return readFileSync(join(fixtures, file), 'utf8').replaceAll('\n', '\r\n');
}

export interface Sending {
  readonly url: string;
  readonly token: string;
  readonly snapshotId: string;
  readonly body: Buffer;
  /** What is different from the recorded head. */
  readonly change?: ((head: string) => string) | undefined;
}

/** A request as the agent of a release writes it, byte for byte. */
export function toBytes(
  release: Release,
  { url, token, snapshotId, body, change = (head) => head }: Sending,
): Buffer {
  const values = { host: new URL(url).host, token, snapshot_id: snapshotId, length: body.length };
  const head = Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`{{${name}}}`, String(value)),
    heads[release],
  );
  return Buffer.concat([Buffer.from(change(head)), release === 'older' ? chunked(body) : body]);
}

function chunked(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let offset = 0; offset < body.length; offset += chunkBytes) {
    const chunk = body.subarray(offset, offset + chunkBytes);
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

/** As an agent compresses a small body: one frame with its size and a checksum. */
export function compress(json: unknown): Buffer {
  return zstdCompressSync(toJson(json), { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
}

/** Puts an empty frame behind the one of a stream, which no agent does. */
const emptyFrame = Buffer.from('28b52ffd2400010099e9d851', 'hex');

/** As an agent compresses a large body: one frame without its size. */
export async function compressStreamed(json: unknown): Promise<Buffer> {
  const zstd = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  zstd.end(toJson(json));
  const bytes = Buffer.concat((await zstd.toArray()) as Buffer[]);
  const end = bytes.length - emptyFrame.length;
  return bytes.subarray(end).equals(emptyFrame) ? bytes.subarray(0, end) : bytes;
}

/** Go escapes these three, and ends the document with a newline. */
function toJson(json: unknown): string | Buffer {
  if (typeof json === 'string' || Buffer.isBuffer(json)) return json;
  const escapes: Record<string, string> = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026' };
  return `${JSON.stringify(json).replaceAll(/[<>&]/g, (sign) => escapes[sign] ?? '')}\n`;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Whether the next request could go over the same connection. */
  readonly isKept: boolean;
}

/** Sends bytes over a connection of their own, and reads one answer. */
export async function exchange(url: string, bytes: Buffer, timeoutMs = 30_000): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const timer = setTimeout(() => socket.destroy(new Error('timed out')), timeoutMs);
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  let received = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    const answer = parse(received);
    if (answer) resolve(answer);
  });
  socket.on('error', reject);
  socket.on('close', () => {
    reject(new Error('the connection ended without an answer'));
  });
  try {
    await once(socket, 'connect');
    socket.write(bytes);
    const answer = await promise;
    const isKept = !socket.readableEnded && answer.headers.connection !== 'close';
    return { ...answer, isKept };
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

function parse(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = bytes.subarray(end + 4);
  if (body.length < Number(headers['content-length'])) return undefined;
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
  return { status, headers, text: body.toString(), isKept: true };
}
