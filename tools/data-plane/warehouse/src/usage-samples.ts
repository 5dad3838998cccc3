import { promisify } from 'node:util';
import { zstdCompressSync, zstdDecompress } from 'node:zlib';
import { type ContainerSamples } from './data-plane-tables.ts';

const decompress = promisify(zstdDecompress);

/** A minute of use as `usage_minutes` stores it: a few bytes for each figure. */
export const packSamples = (samples: readonly ContainerSamples[]): Buffer =>
  zstdCompressSync(JSON.stringify(samples));

/** @throws if it is not what `packSamples` made */
export async function unpackSamples(packed: Uint8Array): Promise<ContainerSamples[]> {
  return JSON.parse((await decompress(packed)).toString()) as ContainerSamples[];
}
