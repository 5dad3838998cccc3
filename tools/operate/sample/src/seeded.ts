import { createHash } from 'node:crypto';

const podAlphabet = 'bcdfghjklmnpqrstvwxz2456789';

/** An integer from 0 to 2^32 - 1 that depends only on the name. */
export function seededNumber(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A number from 0 up to, but not including, 1. */
export function seededFraction(name: string): number {
  return seededNumber(name) / 2 ** 32;
}

/** A number between two bounds. */
export function between(name: string, low: number, high: number): number {
  return low + (high - low) * seededFraction(name);
}

/** One of several values. */
export function seededPick<T>(name: string, choices: readonly [T, ...T[]]): T {
  return choices[seededNumber(name) % choices.length] ?? choices[0];
}

/** Hexadecimal text, at most 64 characters. */
export function seededHex(name: string, length: number): string {
  return createHash('sha256').update(name).digest('hex').slice(0, length);
}

/** A UUID in the format of version 4. */
export function seededUuid(name: string): string {
  const hex = seededHex(name, 32);
  const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}

/** A suffix as Kubernetes generates for pods and replica sets. */
export function seededSuffix(name: string, length: number): string {
  return Array.from({ length }, (_, index) =>
    podAlphabet.charAt(seededNumber(`${name}#${String(index)}`) % podAlphabet.length),
  ).join('');
}

/** A suffix derived from a number; different numbers have different suffixes if the length suffices. */
export function suffixNumbered(number: number, length: number): string {
  const count = podAlphabet.length ** length;
  // Coprime to the powers of the alphabet's size, so that successive suffixes look unrelated.
  let rest = ((number % count) * 7_654_321) % count;
  return Array.from({ length }, () => {
    const letter = podAlphabet.charAt(rest % podAlphabet.length);
    rest = Math.floor(rest / podAlphabet.length);
    return letter;
  }).join('');
}
