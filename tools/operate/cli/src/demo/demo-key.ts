import { hashCredential } from '@costplane/kernel/credentials';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError } from '../command-error.ts';
import { type CommandDatabase } from '../database/command-database.ts';
import { insertKey } from '../database/insert-key.ts';
import { costplaneHome } from '../environment.ts';

/**
 * A key with all scopes, for trying the service. It is stored in a file that only its owner can
 * read, and replaced if the database does not know it.
 */
export async function prepareDemoKey(
  database: CommandDatabase,
  organizationId: string,
  scopes: readonly string[],
): Promise<string> {
  const file = join(costplaneHome(), 'demo-key');
  try {
    const kept = await readKey(file);
    if (kept !== undefined && (await isUsable(database, organizationId, kept, scopes))) return kept;
    const { key } = await insertKey(database.as('owner'), {
      organizationId,
      name: 'demo',
      scopes,
      allowedClusterIds: null,
    });
    await writeKey(file, key);
    return key;
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (path === undefined) throw error;
    throw new CommandError(
      `The demo key cannot be written to ${path} (${code ?? 'error'}); set COSTPLANE_HOME to a folder that you own`,
      { cause: error },
    );
  }
}

async function readKey(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function writeKey(file: string, key: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  // An existing file keeps its mode.
  await chmod(file, 0o600);
}

/** Whether the key is valid for the organization. Adds the scopes of new plugins to it. */
async function isUsable(
  database: CommandDatabase,
  organizationId: string,
  key: string,
  scopes: readonly string[],
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .as('owner')
    .updateTable('api_keys')
    .set({ scopes: [...scopes] })
    .where('key_hash', '=', hashCredential(key))
    .where('organization_id', '=', organizationId)
    .where('allowed_cluster_ids', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
