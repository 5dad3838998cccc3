import { formatScaled } from './fixed-point.ts';

const decimals = 9;

/**
 * Parses CPU cores into integer nanocores. Cores arrive as binary floats (`0.12345678900000001`,
 * `1e-9`); Kubernetes itself has no finer unit than a nanocore.
 */
export function coresToNanocores(cores: number): bigint {
  if (!(Math.abs(cores) < 1e12)) throw new RangeError(`${cores} is not a number of cores`);
  const nanocores = cores * 1e9;
  const rounded = Math.round(nanocores);
  // The product is off by less than 0.001, and six times as fast as the text.
  const isExact = Math.abs(nanocores) < 2 ** 43 && Math.abs(nanocores - rounded) < 0.499;
  if (isExact) return BigInt(rounded);
  return BigInt(cores.toFixed(decimals).replace('.', ''));
}

/** The exact decimal text of cores: `"0.25"`. */
export function formatNanocores(nanocores: bigint): string {
  return formatScaled(nanocores, decimals);
}
