import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrateWarehouse } from '../migrate.ts';
import { createEmptyDatabase, listNodes, onEveryNode } from './nodes.ts';
import { databaseUrl, onServer } from './on-server.ts';

const templateLock = 7_259_103_023;

/** Creates the migrated database from which test databases are copied, once; returns its name. */
export async function ensureTemplate(serverUrl: string): Promise<string> {
  return createOnce(serverUrl, await templateName(), async (draft) => {
    await createEmptyDatabase(serverUrl, draft);
    const distribute = (await listNodes(serverUrl)).length > 1;
    await migrateWarehouse(databaseUrl(serverUrl, draft), { distribute });
  });
}

const ledgerTemplates = new Map<string, Promise<string>>();

/**
 * The same for a copy of it that has the partitions of the ledger for a range of days. A process asks the
 * server once: a connection takes as long as a copy.
 */
export function ensureLedgerTemplate(
  serverUrl: string,
  template: string,
  [first, last]: readonly [first: string, last: string],
): Promise<string> {
  const name = `${template}_${first}_${last}`.replaceAll('-', '');
  const key = `${serverUrl} ${name}`;
  const known = ledgerTemplates.get(key);
  if (known) return known;
  const created = createOnce(serverUrl, name, async (draft) => {
    await onEveryNode(serverUrl, `create database ${draft} template ${template}`);
    await onServer(databaseUrl(serverUrl, draft), (client) =>
      client.query('select costplane.prepare_ledger_months($1, $2)', [first, last]),
    );
  });
  ledgerTemplates.set(key, created);
  return created;
}

async function createOnce(
  serverUrl: string,
  template: string,
  create: (draft: string) => Promise<void>,
): Promise<string> {
  await onServer(serverUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      template,
    ]);
    if (rowCount) return;
    const draft = `${template}_draft`;
    await onEveryNode(serverUrl, `drop database if exists ${draft} with (force)`);
    await create(draft);
    // Allows no connections, so that it can always be copied.
    await onEveryNode(
      serverUrl,
      `alter database ${draft} is_template true allow_connections false`,
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${draft}'`,
      `alter database ${draft} rename to ${template}`,
    );
  });
  return template;
}

export const templatePrefix = 'costplane_template_';

/** Also the beginning of the names of its copies. */
export const templateName = async () => `${templatePrefix}${await fingerprint()}`;

/** Hash of everything that determines a migrated database. */
async function fingerprint(): Promise<string> {
  const source = join(import.meta.dirname, '..');
  const migrations = join(source, 'migrations');
  const files = (await readdir(migrations)).filter((name) => /\.[tj]s$/.test(name)).sort();
  const hash = createHash('sha256');
  const extension = import.meta.filename.endsWith('.ts') ? 'ts' : 'js';
  const others = ['roles', 'distribute'].map((name) => join(source, `${name}.${extension}`));
  for (const path of [...files.map((name) => join(migrations, name)), ...others]) {
    hash.update(await readFile(path));
  }
  return hash.digest('hex').slice(0, 12);
}
