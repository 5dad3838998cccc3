import { SnapshotError } from './snapshot-error.ts';

export const tooLarge = (maxBytes: number) =>
  new SnapshotError(`is larger than ${maxBytes} bytes, the accepted maximum`, {
    flaw: 'too_large',
  });

/** @throws {SnapshotError} as soon as there are more than `maxBytes` */
export async function collectBytes(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source) {
    length += chunk.length;
    if (length > maxBytes) {
      throw tooLarge(maxBytes);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
