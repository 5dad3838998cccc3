import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 34;
const checksumLength = 6;
const hintLength = 4;

/** A prefix and 40 characters of `0-9A-Za-z`, the last six a checksum (decision 42). */
export interface CredentialFormat {
  /** A new one. */
  readonly mint: () => string;
  /** Whether text has this form; a typo is found without asking the database. */
  readonly fits: (text: string) => boolean;
  /** The part that may be shown later, so that its owner can tell which one it is. */
  readonly hint: (credential: string) => string;
}

/** Secret scanners know a credential by its prefix. */
export function credentialFormat(prefix: string): CredentialFormat {
  const form = new RegExp(`^${prefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`);
  return {
    mint() {
      const random = Array.from({ length: randomLength }, randomDigit).join('');
      return `${prefix}${random}${checksum(random)}`;
    },
    fits(text) {
      if (!form.test(text)) return false;
      return text.endsWith(checksum(text.slice(prefix.length, prefix.length + randomLength)));
    },
    hint: (credential) => credential.slice(0, prefix.length + hintLength),
  };
}

/** What a client authenticates with. */
export const apiKey = credentialFormat('cpk_');

/** What an in-cluster agent authenticates with. */
export const agentToken = credentialFormat('cpa_');

/** Whether text holds a credential or its first 8 random characters, whatever its checksum. */
export const looksLikeCredential = (text: string): boolean => /cp[ak]_[0-9A-Za-z]{8}/i.test(text);

/** What is stored of a credential and what it is found by. */
export const hashCredential = (credential: string): Buffer => hash('sha256', credential, 'buffer');

const randomDigit = () => alphabet[randomInt(alphabet.length)];

function checksum(body: string): string {
  let value = crc32(body);
  let text = '';
  for (let digit = 0; digit < checksumLength; digit += 1) {
    text = `${alphabet[value % alphabet.length] ?? ''}${text}`;
    value = Math.floor(value / alphabet.length);
  }
  return text;
}
