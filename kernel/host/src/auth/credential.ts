import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 34;
const checksumLength = 6;
const hintLength = 4;

/** A prefix and 40 characters of `0-9A-Za-z`, the last six a checksum (decision 42). */
export interface CredentialFormat {
  /** Creates a new credential. */
  readonly mint: () => string;
  /** Whether text has this form; a typo is detected without the database. */
  readonly fits: (text: string) => boolean;
  /** The part that is shown later, so that its owner recognizes it. */
  readonly hint: (credential: string) => string;
}

/** Secret scanners recognize credentials by their prefix. */
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

/** The credential of API clients. */
export const apiKey = credentialFormat('cpk_');

/** The credential of in-cluster agents. */
export const agentToken = credentialFormat('cpa_');

/** Whether text contains a credential or its first 8 random characters, with any checksum. */
export const looksLikeCredential = (text: string): boolean => /cp[ak]_[0-9A-Za-z]{8}/i.test(text);

/** The hash by which a credential is stored and found. */
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
