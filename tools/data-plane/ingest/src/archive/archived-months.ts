import { type Warehouse } from '@costplane/warehouse';
import { sql, type Kysely } from 'kysely';
import { type LedgerMonth } from '../prune/ledger-months.ts';
import { type ArchiveStore } from './archive-store.ts';
import { ArchiveError } from './archive-error.ts';
import { type MonthManifest } from './month-manifest.ts';

/** Location of an archived month, if possible the preferred one; undefined if it is not archived. */
export async function findLocation(
  db: Kysely<Warehouse>,
  month: string,
  preferred = '',
): Promise<string | undefined> {
  const { rows } = await sql<{ location: string }>`
    select location from costplane.archived_months where month = ${firstDay(month)}::date
    order by location <> ${preferred}, location limit 1`.execute(db);
  return rows[0]?.location;
}

/**
 * Location to which an earlier run had begun to move a month: this one, or that of an organization which
 * still has rows. Those whose month is archived elsewhere since before `org move` have none.
 */
export async function findBegunLocation(
  db: Kysely<Warehouse>,
  { location }: ArchiveStore,
  month: string,
  partitions: readonly LedgerMonth[],
): Promise<string | undefined> {
  const recorded = await findLocation(db, month, location);
  if (recorded === undefined || recorded === location) return recorded;
  for (const { partition } of partitions) {
    const { rows } = await sql<{ location: string }>`
      select location from costplane.archived_months
      where month = ${firstDay(month)}::date and organization_id in (
        select distinct organization_id from ${sql.id('costplane', partition)}
      ) order by location limit 1`.execute(db);
    if (rows[0]) return rows[0].location;
  }
  return undefined;
}

/** From now on, the service reports the month as archived. */
export async function recordMonth(
  db: Kysely<Warehouse>,
  { location }: ArchiveStore,
  { month, organizations }: MonthManifest,
): Promise<void> {
  await sql`
    insert into costplane.archived_months (organization_id, month, location)
    select id, ${firstDay(month)}::date, ${location} from costplane.organizations
    where id = any(${organizations}::uuid[])
    on conflict do nothing`.execute(db);
}

/**
 * Organizations for which a month is archived: whether at this location, or, if none is, whether in
 * this manifest, whose files may have been copied.
 */
export async function readArchivedHere(
  db: Kysely<Warehouse>,
  { location }: ArchiveStore,
  { month, organizations }: MonthManifest,
): Promise<Map<string, boolean>> {
  const { rows } = await sql<{ id: string; isHere: boolean }>`
    select organization_id as id, case when bool_or(location = ${location}) over ()
      then location = ${location} else organization_id = any(${organizations}::uuid[]) end as "isHere"
    from costplane.archived_months where month = ${firstDay(month)}::date`.execute(db);
  return new Map(rows.map(({ id, isHere }) => [id, isHere]));
}

export async function forgetMonth(
  db: Kysely<Warehouse>,
  month: string,
  organizations: readonly string[],
): Promise<void> {
  await sql`
    delete from costplane.archived_months
    where month = ${firstDay(month)}::date and organization_id = any(${organizations}::uuid[])`.execute(
    db,
  );
}

export const firstDay = (month: string) => `${month}-01`;

/** Allows one archive, restore or prune at a time; another one waits briefly, and then fails. */
export async function withArchiveLock<T>(
  db: Kysely<Warehouse>,
  work: () => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`select set_config('lock_timeout', '10s', false)`.execute(connection);
    try {
      await sql`select pg_advisory_lock(${archiveLock})`.execute(connection);
    } catch (error) {
      if ((error as { code?: unknown }).code !== '55P03') throw error;
      throw new ArchiveError(
        'Another archive, restore or prune is running; run this when it has ended',
      );
    } finally {
      await sql`reset lock_timeout`.execute(connection);
    }
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${archiveLock})`.execute(connection);
    }
  });
}

const archiveLock = sql`hashtextextended('archive', 0)`;
