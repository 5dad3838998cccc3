import { createZstdCompress } from 'node:zlib';

/** What Node puts after the frame of a stream. */
const emptyFrame = Buffer.from('28b52ffd2000010000', 'hex');

/** One frame without the size of what is in it, as an agent sends a large snapshot. */
export async function compressStreamed(content: Buffer | string): Promise<Buffer> {
  const zstd = createZstdCompress();
  zstd.end(content);
  const bytes = Buffer.concat((await zstd.toArray()) as Buffer[]);
  const end = bytes.length - emptyFrame.length;
  return end > 0 && bytes.subarray(end).equals(emptyFrame) ? bytes.subarray(0, end) : bytes;
}
