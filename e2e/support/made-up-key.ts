import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const digit = (index: number) => alphabet[index] ?? '';

/** A key that nobody has, whose checksum is right (decision 42). */
export function madeUpKey(): string {
  const random = Array.from({ length: 34 }, () => digit(randomInt(alphabet.length))).join('');
  let rest = crc32(random);
  let checksum = '';
  for (let place = 0; place < 6; place += 1) {
    checksum = digit(rest % alphabet.length) + checksum;
    rest = Math.floor(rest / alphabet.length);
  }
  return `cpk_${random}${checksum}`;
}
