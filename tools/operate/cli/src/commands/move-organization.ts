import { type NamedDatabase } from '@costplane/kernel';
import {
  deleteMovedOrganization,
  moveOrganization as move,
  settleHome,
  settleOrganization,
  type Warehouse,
} from '@costplane/warehouse';
import { type Kysely, sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../command-error.ts';
import { confirm } from '../confirm.ts';
import { findOrganization } from '../database/find-organization.ts';
import {
  defaultDatabase,
  findDatabase,
  inDirectory,
  readOtherDatabases,
} from '../database/homes.ts';
import { givenDatabaseUrl } from '../environment.ts';
import { printJson, printLines } from '../print.ts';
import { say } from '../say.ts';
import { abortedAtStop, unlessStopped } from '../stop-signal.ts';
import { isUuid } from '../uuid.ts';

export interface MoveOrganizationOptions {
  to: string;
  deleteSource?: boolean;
  yes?: boolean;
  json?: boolean;
}

interface Organization {
  readonly id: string;
  readonly name: string;
}

const stoppedEarly = 'Stopped; what was done stays, and the next run continues from there';

/** Longer than any process caches the database of an organization, and than most requests take. */
const forgottenAfterMs = 15_000;

/** Moves an organization to another configured database, or resumes an interrupted move. */
export async function moveOrganization(
  reference: string,
  { to, deleteSource = false, yes, json }: MoveOrganizationOptions,
): Promise<void> {
  const databases = await listDatabases();
  const target = findDatabase(databases, to);
  const signal = abortedAtStop(new CommandError(stoppedEarly));
  const moved = await inDirectory((db) =>
    db.connection().execute(async (directory) => {
      const organization = await findInDirectory(directory, reference);
      if (deleteSource) {
        await confirm(
          `This deletes the rows of ${organization.name} on all databases except ${to}`,
          {
            yes,
          },
        );
      }
      const { id } = organization;
      // Held by the session that updates the directory, so that a killed run no longer holds it.
      await unlessStopped(
        sql`select pg_advisory_lock(hashtextextended(${`move ${id}`}, 0))`.execute(directory),
        stoppedEarly,
      );
      const from = await readHome(directory, id);
      const left = databases.filter(({ name }) => name !== to);
      if (from === to) await settleAll(left, target, id);
      else {
        const source = findDatabase(databases, from);
        await move({
          organization,
          from: source.databaseUrl,
          to: target.databaseUrl,
          announce: (hashes) => writeHome(directory, { organization, database: to, hashes }),
          signal,
          onProgress: say,
        });
      }
      if (deleteSource) await deleteRows(left, { home: target.databaseUrl, id, signal });
      return { ...organization, from, to };
    }),
  );
  if (json) printJson(moved);
  else printLines(`${moved.name} is on ${to}; every process notices within 10 seconds`);
}

async function listDatabases(): Promise<NamedDatabase[]> {
  const others = await readOtherDatabases();
  if (others.length === 0) {
    throw new CommandError(
      'The config names no database to move to or from; add one under `databases`',
    );
  }
  return [{ name: defaultDatabase, databaseUrl: givenDatabaseUrl() ?? '' }, ...others];
}

async function findInDirectory(db: Kysely<Warehouse>, reference: string): Promise<Organization> {
  const known = await db
    .selectFrom('organization_homes')
    .select(['organization_id as id', 'name'])
    .where(isUuid(reference) ? 'organization_id' : 'name', '=', reference)
    .executeTakeFirst();
  return known ?? findOrganization(db, reference);
}

async function readHome(db: Kysely<Warehouse>, id: string): Promise<string> {
  const home = await db
    .selectFrom('organization_homes')
    .select('database')
    .where('organization_id', '=', id)
    .executeTakeFirst();
  return home?.database ?? defaultDatabase;
}

async function writeHome(
  db: Kysely<Warehouse>,
  {
    organization: { id, name },
    database,
    hashes,
  }: { organization: Organization; database: string; hashes: readonly Buffer[] },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('organization_homes').where('organization_id', '=', id).execute();
    if (database === defaultDatabase) return;
    await tx
      .insertInto('organization_homes')
      .values({ organization_id: id, name, database })
      .execute();
    await sql`insert into credential_homes (organization_id, credential_hash)
      select ${id}::uuid, unnest(${[...hashes]}::bytea[])`.execute(tx);
  });
}

/** After a move that was interrupted before its last step. Other databases may be down. */
async function settleAll(
  left: readonly NamedDatabase[],
  { name, databaseUrl: home }: NamedDatabase,
  organizationId: string,
): Promise<void> {
  if (name === defaultDatabase) await settleHome(home, organizationId);
  const settling = left.map(({ databaseUrl }) =>
    settleOrganization({ organizationId, home, left: databaseUrl }),
  );
  await Promise.allSettled(settling);
  await Promise.all(settling);
}

async function deleteRows(
  left: readonly NamedDatabase[],
  { home, id, signal }: { home: string; id: string; signal: AbortSignal },
): Promise<void> {
  say(`Waiting ${forgottenAfterMs / 1000} s until every process uses its new database`);
  await sleep(forgottenAfterMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  for (const { name, databaseUrl } of left) {
    say(`Deleting the remaining rows on ${name}`);
    await unlessStopped(
      deleteMovedOrganization({ organizationId: id, home, left: databaseUrl }),
      stoppedEarly,
    );
  }
}
