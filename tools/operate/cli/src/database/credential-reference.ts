import { hashCredential } from '@costplane/kernel/credentials';
import { readTextFile } from '../yaml/read-yaml-file.ts';
import { isUuid } from '../uuid.ts';

/** A key or an agent token as a command line names it: by its id, or by the hash of itself. */
export type CredentialReference = { id: string } | { hash: Buffer };

/** `-` is standard input. What was given may be a secret, which no message may repeat. */
export async function readCredentialReference(given: string): Promise<CredentialReference> {
  const text = given === '-' ? (await readTextFile('-')).text.trim() : given;
  return isUuid(text) ? { id: text } : { hash: hashCredential(text) };
}
