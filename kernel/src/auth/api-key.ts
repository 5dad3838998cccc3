import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const prefix = 'cpk_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 34;
const checksumLength = 6;
const keyText = /^cpk_[0-9A-Za-z]{40}$/;

/** A new API key: `cpk_` and 40 characters, the last six a checksum (decision 42). */
export function mintApiKey(): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]);
  const body = random.join('');
  return `${prefix}${body}${checksum(body)}`;
}

/** Whether text has the form of an API key; a typo is found without asking the database. */
export function isApiKey(text: string): boolean {
  if (!keyText.test(text)) return false;
  const body = text.slice(prefix.length, prefix.length + randomLength);
  return text.endsWith(checksum(body));
}

/** What is stored of a key and what it is found by. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** The part of a key that may be shown later, so that its owner can tell which one it is. */
export function hintOfApiKey(key: string): string {
  return key.slice(0, prefix.length + 4);
}

function checksum(body: string): string {
  let value = crc32(body);
  let text = '';
  for (let digit = 0; digit < checksumLength; digit += 1) {
    text = `${alphabet[value % alphabet.length] ?? ''}${text}`;
    value = Math.floor(value / alphabet.length);
  }
  return text;
}
