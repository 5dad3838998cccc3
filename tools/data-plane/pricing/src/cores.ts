import { formatScaled } from './fixed-point.ts';

const decimals = 9;

/**
 * Parses CPU cores into integer nanocores. Cores arrive as binary floats (`0.12345678900000001`,
 * `1e-9`); Kubernetes itself has no finer unit than a nanocore.
 */
export function coresToNanocores(cores: number): bigint {
  if (!(Math.abs(cores) < 1e12)) throw new RangeError(`${cores} is not a number of cores`);
  return BigInt(cores.toFixed(decimals).replace('.', ''));
}

/** The exact decimal text of cores: `"0.25"`. */
export function formatNanocores(nanocores: bigint): string {
  return formatScaled(nanocores, decimals);
}
