import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrateWarehouse } from '../migrate.ts';
import { databaseUrl, onServer } from './server.ts';

const templateLock = 7_259_103_023;

/** Makes the migrated database that test databases are copied from, once; answers its name. */
export async function ensureTemplate(serverUrl: string): Promise<string> {
  const template = `costplane_template_${await fingerprint()}`;
  await onServer(serverUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      template,
    ]);
    if (rowCount) return;
    const draft = `${template}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft}`);
    await migrateWarehouse(databaseUrl(serverUrl, draft));
    await client.query(`alter database ${draft} rename to ${template}`);
    // Nobody is connected to it, so that it can always be copied.
    await client.query(`alter database ${template} is_template true allow_connections false`);
  });
  return template;
}

/** Of everything that shapes a migrated database. */
async function fingerprint(): Promise<string> {
  const source = join(import.meta.dirname, '..');
  const migrations = join(source, 'migrations');
  const files = (await readdir(migrations)).filter((name) => /\.[tj]s$/.test(name)).sort();
  const hash = createHash('sha256');
  const roles = import.meta.filename.endsWith('.ts') ? 'roles.ts' : 'roles.js';
  for (const path of [...files.map((name) => join(migrations, name)), join(source, roles)]) {
    hash.update(await readFile(path));
  }
  return hash.digest('hex').slice(0, 12);
}
