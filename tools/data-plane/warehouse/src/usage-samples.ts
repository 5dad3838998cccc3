import { promisify } from 'node:util';
import { zstdCompressSync, zstdDecompress } from 'node:zlib';
import { type ContainerSamples } from './data-plane-tables.ts';

const decompress = promisify(zstdDecompress);

/** Packs a minute of usage for `usage_minutes`: a few bytes per value. */
export const packSamples = (samples: readonly ContainerSamples[]): Buffer =>
  zstdCompressSync(JSON.stringify(samples));

/** @throws if it was not written by `packSamples` */
export async function unpackSamples(packed: Uint8Array): Promise<ContainerSamples[]> {
  return JSON.parse((await decompress(packed)).toString()) as ContainerSamples[];
}
