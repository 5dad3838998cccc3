import { sql } from 'kysely';
import { type ClientBase, type PoolClient } from 'pg';
import { openOwnerSession, openWarehouse } from '../connect.ts';
import { connectionFailure, isConnectionLoss } from '../connection-failure.ts';
import { createMonths } from '../create-months.ts';
import { WarehouseError } from '../warehouse-error.ts';
import {
  continueSequences,
  copyDifferences,
  type Copying,
  copyUntilSame,
} from './copy-organization.ts';
import { readTenantTables } from './tenant-tables.ts';

interface MovedOrganization {
  readonly id: string;
  readonly name: string;
}

export interface OrganizationMove {
  readonly organization: MovedOrganization;
  /** URLs, which may contain passwords. */
  readonly from: string;
  readonly to: string;
  /** Writes the new home to the directory, with the hashes of all keys and tokens. */
  readonly announce: (hashes: readonly Buffer[]) => Promise<void>;
  /** Stops it between two parts; copied data stays for the next run. */
  readonly signal: AbortSignal;
  readonly onProgress: (message: string) => void;
}

/** Number of times that changes are copied before writes are paused, so that little remains then. */
const passesWhileWriting = 2;

/**
 * Moves an organization to another server. Its data is copied while it is read and written; then
 * writes are rejected until both sides are equal and the directory names the new server. If it
 * stops early, the next run compares both sides and continues.
 */
export async function moveOrganization(move: OrganizationMove): Promise<void> {
  const { organization, onProgress } = move;
  await withClients([move.from, move.to], async ([source, target]) => {
    if (!source || !target) return;
    await requireOtherDatabase(source, target);
    await requireSameSchema(source, target);
    await requireSamePrices(source, target);
    await requireGuest(target, organization.id);
    // After a run that was killed while writes were paused.
    await settle(source, organization.id, { isHome: true });
    await addGuest(target, organization);
    // Primary keys differ if the source is distributed and the target is not; the keys of the target
    // are used.
    const tables = await readTenantTables(target);
    const copying: Copying = {
      source,
      target,
      organizationId: organization.id,
      tables,
      signal: move.signal,
      createMonth: (month) => createMonth(move.to, month),
      onCopy: (part) => onProgress(`Copying ${part}`),
    };
    for (let pass = 0; pass < passesWhileWriting; pass += 1) await copyDifferences(copying);
    try {
      await pause(source, organization.id);
      await requireSamePrices(source, target);
      onProgress('Writes are paused');
      await copyUntilSame(copying);
      await continueSequences(copying);
      await target.query('select bump_version($1, null)', [organization.id]);
    } catch (error) {
      await settleHome(move.from, organization.id);
      throw error;
    }
    // Keys are found there from now on, but reports are rejected until the directory names it: a receiver
    // may still believe an earlier home, and the next run would delete what it had stored.
    await settle(target, organization.id, { isHome: true, isWritable: false });
    await forgetRepricing(target);
    await move.announce(await readHashes(source, organization.id));
    await settle(target, organization.id, { isHome: true });
    await settle(source, organization.id, { isHome: false });
  });
}

/** Costs that were copied may have other prices than those of the target. */
const forgetRepricing = (target: ClientBase) =>
  target.query(
    'update price_books set repriced_at = null where organization_id is null and repriced_at is not null',
  );

/** Sets on a server that the organization is at home there, if it has rows there. */
export async function settleHome(databaseUrl: string, organizationId: string): Promise<void> {
  await withClients([databaseUrl], async ([db]) => {
    if (db) await settle(db, organizationId, { isHome: true });
  });
}

interface MoveRemains {
  readonly organizationId: string;
  /** URL of the database where the organization is at home. */
  readonly home: string;
  /** URL of another database, which may have rows that moves left behind. */
  readonly left: string;
}

/**
 * After a move that was interrupted before its last step.
 *
 * @throws {WarehouseError} if both URLs lead to the same database
 */
export const settleOrganization = (remains: MoveRemains): Promise<void> =>
  leaveBehind(remains, (_left, home) => settle(home, remains.organizationId, { isHome: true }));

/**
 * Deletes the rows that moves left behind.
 *
 * @throws {WarehouseError} if both URLs lead to the same database, which would lose its only rows
 */
export const deleteMovedOrganization = (remains: MoveRemains): Promise<void> =>
  leaveBehind(remains, async (left) => {
    const tables = await readTenantTables(left);
    for (const { name, owner } of tables.reverse()) {
      await left.query(`delete from ${name} where ${owner} = $1`, [remains.organizationId]);
    }
  });

/** Sets that the organization is not at home where it has rows left, and then does some work. */
const leaveBehind = (
  { organizationId, home, left }: MoveRemains,
  work: (left: ClientBase, home: ClientBase) => Promise<void>,
): Promise<void> =>
  withClients([left, home], async ([source, target]) => {
    if (!source || !target) return;
    await requireOtherDatabase(source, target);
    await requireOrganization(target, organizationId);
    await requireGuest(source, organizationId);
    await settle(source, organizationId, { isHome: false });
    await work(source, target);
  });

async function settle(
  db: ClientBase,
  id: string,
  { isHome, isWritable = true }: { isHome: boolean; isWritable?: boolean },
): Promise<void> {
  await db.query('update organizations set is_home = $2, is_writable = $3 where id = $1', [
    id,
    isHome,
    isWritable,
  ]);
}

async function createMonth(databaseUrl: string, month: string): Promise<void> {
  const db = openWarehouse(databaseUrl, 'owner');
  try {
    await createMonths(db, sql`${month}::date`);
  } finally {
    await db.destroy();
  }
}

/** New writes are rejected from here on, and earlier ones have ended. */
async function pause(db: ClientBase, id: string): Promise<void> {
  await db.query('update organizations set is_writable = false where id = $1', [id]);
  const { rows } = await db.query<{ id: string }>(
    'select id from clusters where organization_id = $1 order by id',
    [id],
  );
  const ofClusters = rows.flatMap((one) => [`ingest ${one.id}`, `recommend ${one.id}`]);
  const writers = [`allocation ${id}`, ...ofClusters];
  for (const writer of writers) {
    await db.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [writer]);
  }
}

/** No key is found through this row, because the organization is not at home here. */
async function addGuest(db: ClientBase, { id, name }: MovedOrganization): Promise<void> {
  const { rows } = await db.query('select 1 from organizations where name = $1 and id <> $2', [
    name,
    id,
  ]);
  if (rows.length > 0) {
    throw new WarehouseError(`Another organization of the target database is called "${name}"`);
  }
  await db.query(
    `insert into organizations (id, name, is_home) values ($1, $2, false)
      on conflict (id) do update set is_home = false`,
    [id, name],
  );
}

async function readHashes(db: ClientBase, id: string): Promise<Buffer[]> {
  const { rows } = await db.query<{ hash: Buffer }>(
    `select key_hash as hash from api_keys where organization_id = $1
      union select token_hash from agent_tokens where organization_id = $1`,
    [id],
  );
  return rows.map(({ hash }) => hash);
}

/** Two URLs may lead to one database: with other names of the host, or through a pooler. */
async function requireOtherDatabase(one: ClientBase, other: ClientBase): Promise<void> {
  const identity = `select system_identifier || '/' ||
    (select oid from pg_database where datname = current_database()) as text
    from pg_control_system()`;
  if (!(await isSame(one, other, identity))) return;
  throw new WarehouseError(
    'Two of the configured database URLs lead to the same database; correct one of them, or remove it from `databases` of the config',
  );
}

/** The home's URL may lead to a new database, or to a backup from before the move. */
async function requireOrganization(home: ClientBase, id: string): Promise<void> {
  const { rows } = await home.query('select from organizations where id = $1', [id]);
  if (rows.length > 0) return;
  throw new WarehouseError(
    'The database that the directory names does not have the organization, so nothing was changed; correct the URL of this database, or restore its newest backup',
  );
}

/** Also after an interrupted move, an organization is writable only where the directory names it. */
async function requireGuest(other: ClientBase, id: string): Promise<void> {
  const { rows } = await other.query(
    'select from organizations where id = $1 and is_home and is_writable',
    [id],
  );
  if (rows.length === 0) return;
  throw new WarehouseError(
    'The organization is at home on two databases, so one of them or the directory is an older backup, and neither was overwritten or deleted; see Backup in docs/guides/run-it.md',
  );
}

async function requireSameSchema(source: ClientBase, target: ClientBase): Promise<void> {
  const migrations = `select coalesce(string_agg(name, ', ' order by name), '') as text
    from kysely_migration`;
  if (await isSame(source, target, migrations)) return;
  throw new WarehouseError('The databases are of different versions; run `costplane migrate`');
}

/** An organization without a price book of its own uses the one for all organizations. */
async function requireSamePrices(source: ClientBase, target: ClientBase): Promise<void> {
  // `price show` adds a line above the source.
  const content = String.raw`regexp_replace(source, '^(#[^\n]*\n)+|\s+$', '', 'g')`;
  const books = `select coalesce(string_agg(valid_from || ' ' || md5(${content}), ', ' order by valid_from), '')
    as text from price_books where organization_id is null and superseded_at is null`;
  if (await isSame(source, target, books)) return;
  throw new WarehouseError(
    'The databases have different price books for all organizations; set the same on both with `costplane price set --from TIME`, and prices of single clusters with `--org`; `costplane price show --history` lists the times',
  );
}

async function isSame(one: ClientBase, other: ClientBase, query: string): Promise<boolean> {
  const [given, known] = await Promise.all(
    [one, other].map(async (db) => (await db.query<{ text: string }>(query)).rows[0]?.text),
  );
  return given === known;
}

async function withClients(
  urls: readonly string[],
  work: (clients: readonly ClientBase[]) => Promise<void>,
): Promise<void> {
  const sessions = urls.map((url) => ({ url, pool: openOwnerSession(url) }));
  const clients: PoolClient[] = [];
  try {
    for (const { url, pool } of sessions) {
      clients.push(await pool.connect().catch(explainFailure(url)));
    }
    await work(clients);
  } catch (error) {
    throw isConnectionLoss(error) ? connectionLost(error) : error;
  } finally {
    for (const client of clients) client.release(true);
    await Promise.all(sessions.map(({ pool }) => pool.end()));
  }
}

const explainFailure = (databaseUrl: string) => (error: unknown) => {
  throw connectionFailure(error, databaseUrl);
};

const connectionLost = (cause: unknown) =>
  new WarehouseError(
    'A database has broken off its connection or gone silent; run the command again, which goes on from there',
    { cause },
  );
