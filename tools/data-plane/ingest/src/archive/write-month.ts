import { type Warehouse } from '@costplane/warehouse';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { type LedgerMonth } from '../prune/ledger-months.ts';
import { references } from '../prune/unused-descriptions.ts';
import { ArchiveError } from './archive-error.ts';
import { type ArchiveStore } from './archive-store.ts';
import { findLocation } from './archived-months.ts';
import {
  type ArchivedTable,
  type MonthManifest,
  readManifest,
  writeManifest,
} from './month-manifest.ts';
import { type TableToWrite, writeTable } from './write-table.ts';

const ledgerRowsAtOnce = 10_000;
/** Smaller, because an owner may have a megabyte of labels. */
const descriptionsAtOnce = 200;

export interface WriteMonth {
  readonly month: string;
  readonly partitions: readonly LedgerMonth[];
  /** Tables that an earlier run has written; of these, pruned ones stay in the archive. */
  readonly archived?: readonly ArchivedTable[];
  /** Whether the rows can no longer change. */
  readonly isFinal: boolean;
  /** Called before each table. */
  readonly onProgress?: ((label: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Writes a month from one snapshot of the database, and then its manifest. */
export async function writeMonth(
  db: Kysely<Warehouse>,
  store: ArchiveStore,
  { month, partitions, archived = [], isFinal, onProgress, signal }: WriteMonth,
): Promise<MonthManifest> {
  if ((await readOwnManifest(db, store, month)) === undefined) {
    const database = await readDatabaseIdentity(db);
    const nothing = { organizations: [], isFinal: false, tables: [] };
    await writeManifest(store, { format: 1, month, database, ...nothing });
  }
  const manifest = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx): Promise<MonthManifest> => {
      // From here on, none of them can be dropped.
      await sql`lock table ${sql.join(partitions.map(({ partition }) => relation(partition)))}
        in access share mode`.execute(tx);
      const tables: ArchivedTable[] = [];
      for (const table of await listTables(tx, partitions)) {
        signal?.throwIfAborted();
        onProgress?.(`${month} ${table.table}`);
        await readOwnManifest(tx, store, month);
        tables.push(await writeTable(tx, store, month, table));
      }
      return {
        format: 1,
        month,
        organizations: await findOrganizations(tx, partitions),
        isFinal,
        tables: [...tables, ...archived.filter(({ table }) => !isAmong(tables, table))],
      };
    });
  signal?.throwIfAborted();
  await readOwnManifest(db, store, month);
  await writeManifest(store, manifest);
  return manifest;
}

const isAmong = (tables: readonly ArchivedTable[], name: string) =>
  tables.some(({ table }) => table === name);

/** The partitions, and the descriptions that their rows reference. */
async function listTables(
  tx: Transaction<Warehouse>,
  partitions: readonly LedgerMonth[],
): Promise<TableToWrite[]> {
  const ledger = [];
  for (const { parent, partition } of partitions) {
    const source = relation(partition);
    const identity = await readIdentity(tx, partition);
    ledger.push({
      table: parent,
      identity,
      shape: partition,
      source,
      rowsAtOnce: ledgerRowsAtOnce,
    });
  }
  const used = partitions.flatMap(({ parent, partition }) =>
    references
      .filter(({ table }) => table === parent)
      .map(
        ({ column }) => sql`select organization_id, cluster_id, ${sql.raw(column)} as id
          from ${relation(partition)}`,
      ),
  );
  if (used.length === 0) return ledger;
  const descriptions = {
    table: 'owner_descriptions',
    shape: 'owner_descriptions',
    source: sql`(
      select description.* from costplane.owner_descriptions as description
      join (${sql.join(used, sql` union `)}) as used using (organization_id, cluster_id, id)
    ) as description`,
    rowsAtOnce: descriptionsAtOnce,
  };
  return [...ledger, descriptions];
}

export const relation = (name: string) => sql.id('costplane', name);

/** Identifies the table across servers, even if another one has the same name. */
export async function readIdentity(db: Kysely<Warehouse>, partition: string): Promise<string> {
  const { rows } = await sql<{ oid: string }>`
    select ${`costplane.${partition}`}::regclass::oid::text as oid`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('a select without a table has one row');
  return `${await readDatabaseIdentity(db)}/${found.oid}`;
}

async function readDatabaseIdentity(db: Kysely<Warehouse>): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select concat_ws('/', system_identifier,
      (select oid from pg_database where datname = current_database())) as identity
    from pg_control_system()`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('a function without a set has one row');
  return found.identity;
}

/** Whether the tables of a manifest were written from this database, or will be. */
export async function isOfThisDatabase(
  db: Kysely<Warehouse>,
  { database, tables }: MonthManifest,
): Promise<boolean> {
  const own = await readDatabaseIdentity(db);
  return (
    (database ?? own) === own &&
    tables.every(({ identity }) => identity?.startsWith(`${own}/`) ?? true)
  );
}

/**
 * The manifest of a month that this database archives.
 *
 * @throws {ArchiveError} if another database archives the month there: its files, often the only copy, would
 * be overwritten
 */
export async function readOwnManifest(
  db: Kysely<Warehouse>,
  store: ArchiveStore,
  month: string,
): Promise<MonthManifest | undefined> {
  const manifest = await readManifest(store, month);
  if (manifest === undefined || (await isOfThisDatabase(db, manifest))) return manifest;
  const isArchived = (await findLocation(db, month, store.location)) === store.location;
  const first = isArchived ? `run costplane restore --month ${month} first, and then ` : '';
  throw new ArchiveError(
    `${store.location} holds the archive of another database for ${month}; ${first}choose another folder or prefix with --to`,
  );
}

/** Every organization with ledger rows has rows in the total cost of a cluster. */
async function findOrganizations(
  tx: Transaction<Warehouse>,
  partitions: readonly LedgerMonth[],
): Promise<string[]> {
  const bills = partitions.filter(({ parent }) => /^cluster_(hours|days)$/.test(parent));
  if (bills.length === 0) return [];
  const selects: RawBuilder<unknown>[] = bills.map(
    ({ partition }) => sql`select organization_id::text from ${relation(partition)}`,
  );
  const { rows } = await sql<{ organization_id: string }>`
    ${sql.join(selects, sql` union `)} order by 1`.execute(tx);
  return rows.map(({ organization_id }) => organization_id);
}
