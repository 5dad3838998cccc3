import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../connection-failure.ts';
import { WarehouseError } from '../warehouse-error.ts';
import { openLog, readLog } from './log-file.ts';
import { programFailure } from './program-failure.ts';
import { run } from './run.ts';
import { type Site } from './site.ts';
import { type StartOptions } from './start.ts';

/**
 * Creates the data directory if it does not exist. It appears atomically by a rename: a killed
 * process leaves none, and of two processes one wins.
 */
export async function initialiseData(
  site: Site,
  { isDurable }: Pick<StartOptions, 'isDurable'>,
  onProgress?: (message: string) => void,
): Promise<void> {
  if (await isInitialised(site)) return;
  onProgress?.(`Creating the embedded database in ${site.data}`);
  await removeAbandoned(dirname(site.data));
  const workshop = await mkdtemp(join(dirname(site.data), prefix));
  try {
    if (site.account) await chown(workshop, site.account.uid, site.account.gid);
    const fresh = join(workshop, 'data');
    await initdb(site, { workshop, data: fresh, isDurable });
    await createDatabase(site, fresh);
    await rename(fresh, site.data).catch(acceptRival);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
  if (!(await isInitialised(site))) {
    throw new WarehouseError(
      `${site.data} holds something that is not a PostgreSQL database; move it away`,
    );
  }
}

const prefix = 'postgres.new-';

async function isInitialised({ data, native }: Site): Promise<boolean> {
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (version === undefined) return false;
  const ours = await readFile(join(native, 'share', 'postgresql', 'postgres.bki'), 'utf8');
  if (ours.startsWith(`# PostgreSQL ${version.trim()}\n`)) return true;
  throw new WarehouseError(
    `The database in ${data} was made by PostgreSQL ${version.trim()}, another version than the ` +
      'installed one; dump it with that version and restore it, or move it away to start with an empty one',
  );
}

async function initdb(
  site: Site,
  { workshop, data, isDurable }: { workshop: string; data: string; isDurable: boolean },
): Promise<void> {
  const passwordFile = join(workshop, 'password');
  await writeFile(passwordFile, site.password, { mode: 0o600 });
  if (site.account) await chown(passwordFile, site.account.uid, site.account.gid);
  const log = await openLog(site.log);
  try {
    const child = run(
      site,
      'initdb',
      [
        `--pgdata=${data}`,
        '--username=costplane',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
        '--no-clean',
        // The number of hashes that a client computes for each connection.
        ...(isDurable ? [] : ['--set=scram_iterations=1']),
      ],
      log.file.fd,
    );
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code === 0) return;
    throw await creationFailure(site, await readLog(site.log, log.from));
  } finally {
    await log.file.close();
  }
}

/** Uses single-user mode, so that the data directory never exists without the database. */
async function createDatabase(site: Site, data: string): Promise<void> {
  const child = spawn(join(site.native, 'bin', 'postgres'), ['--single', '-D', data, 'postgres'], {
    ...site.account,
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString('utf8')));
  child.stdin.end('create database costplane\n');
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0 && !complaints.includes('ERROR')) return;
  throw await creationFailure(site, complaints);
}

function creationFailure(site: Site, said: string): Promise<WarehouseError> {
  return programFailure(`The embedded database could not be created in ${site.data}`, said, site);
}

function acceptRival(error: unknown): void {
  if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
}

/** Removes leftovers of processes that were killed while creating a database. */
async function removeAbandoned(directory: string): Promise<void> {
  const tenMinutesAgo = Date.now() - 600_000;
  for (const name of await readdir(directory)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < tenMinutesAgo) await rm(path, { recursive: true, force: true });
  }
}
