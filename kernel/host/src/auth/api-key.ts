import { credentialFormat, hashCredential } from './credential.ts';

const apiKey = credentialFormat('cpk_');

/** A new API key: `cpk_` and 40 characters, the last six a checksum (decision 42). */
export const mintApiKey = apiKey.mint;

/** Whether text has the form of an API key; a typo is found without asking the database. */
export const isApiKey = apiKey.fits;

/** What is stored of a key and what it is found by. */
export const hashApiKey = hashCredential;

/** The part of a key that may be shown later, so that its owner can tell which one it is. */
export const hintOfApiKey = apiKey.hint;
