import { hashCredential } from '@costplane/kernel/credentials';
import { readTextFile } from '../yaml/read-yaml-file.ts';
import { isUuid } from '../uuid.ts';

/** A reference to a key or agent token: its id, or the hash of the secret. */
export type CredentialReference = { id: string } | { hash: Buffer };

/** `-` reads standard input. The argument may be a secret, so messages must not repeat it. */
export async function readCredentialReference(given: string): Promise<CredentialReference> {
  const text = given === '-' ? (await readTextFile('-')).text.trim() : given;
  return isUuid(text) ? { id: text } : { hash: hashCredential(text) };
}
