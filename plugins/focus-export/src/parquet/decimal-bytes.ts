import { decimalBytes } from './file-schema.ts';

/**
 * A plain decimal number as the big-endian two's complement of its unscaled value.
 *
 * @throws {RangeError} if it has more decimal places than the scale
 */
export function decimalToBytes(text: string, scale: number): Uint8Array {
  const point = text.indexOf('.');
  const decimals = point < 0 ? 0 : text.length - point - 1;
  if (decimals > scale) throw new RangeError(`${text} has more than ${scale} decimals`);
  const digits = point < 0 ? text : text.slice(0, point) + text.slice(point + 1);
  const unscaled = BigInt(digits + '0'.repeat(scale - decimals));
  const bytes = new Uint8Array(decimalBytes);
  const view = new DataView(bytes.buffer);
  view.setBigInt64(0, unscaled >> 64n);
  view.setBigUint64(8, BigInt.asUintN(64, unscaled));
  return bytes;
}
