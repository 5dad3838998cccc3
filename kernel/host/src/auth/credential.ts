import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 34;
const checksumLength = 6;
const hintLength = 4;

/**
 * A credential is a prefix, by which secret scanners recognize it, and 40 characters of `0-9A-Za-z`, the last
 * six a checksum (decision 42).
 */
function credentialFormat(prefix: string) {
  const form = new RegExp(`^${prefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`);
  return {
    /** Creates a new credential. */
    mint() {
      const random = Array.from({ length: randomLength }, randomDigit).join('');
      return `${prefix}${random}${checksum(random)}`;
    },
    /** Whether text has this form; a typo is detected without the database. */
    fits(text: string) {
      if (!form.test(text)) return false;
      return text.endsWith(checksum(text.slice(prefix.length, prefix.length + randomLength)));
    },
    /** The part that is shown later, so that its owner recognizes it. */
    hint: (credential: string) => credential.slice(0, prefix.length + hintLength),
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
