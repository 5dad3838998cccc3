import { ArchiveError } from './archive-error.ts';
import { type ArchiveStore, type StoredFile } from './archive-store.ts';
import { ExactSum } from './exact-sum.ts';
import { type ArchivedTable } from './month-manifest.ts';
import { readParquet } from './parquet-file.ts';
import { digestFile } from './stored-bytes.ts';
import { numericColumns } from './table-totals.ts';

/**
 * Reads a file again to verify all of its bytes, rows and amounts.
 *
 * @throws {ArchiveError} if they differ
 */
export async function verifyFile(store: ArchiveStore, archived: ArchivedTable): Promise<void> {
  const file = await openArchived(store, archived);
  if (file === undefined) return;
  const sums = numericColumns(archived.columns).map(({ name }) => ({ name, sum: new ExactSum() }));
  let count = 0n;
  for await (const rows of readParquet(file)) {
    count += BigInt(rows.length);
    for (const row of rows) {
      for (const { name, sum } of sums) {
        const amount = row[name] as string | null;
        if (amount !== null) sum.add(amount);
      }
    }
  }
  const wrong = sums.find(({ name, sum }) => !sum.equals(archived.sums[name] ?? '0'));
  if (String(count) !== archived.rows || wrong) {
    const what = wrong
      ? `different sums of ${wrong.name}`
      : `${count} rows instead of ${archived.rows}`;
    throw new ArchiveError(
      `${store.location}/${archived.file?.name} has ${what}; nothing was dropped`,
    );
  }
}

/**
 * Opens the file of a table, if it has rows.
 *
 * @throws {ArchiveError} if it differs from what was written
 */
export async function openArchived(
  store: ArchiveStore,
  { file }: ArchivedTable,
): Promise<StoredFile | undefined> {
  if (file === undefined) return undefined;
  const stored = await store.open(file.name);
  if (stored?.byteLength === file.bytes && (await digestFile(stored)) === file.sha256)
    return stored;
  const state =
    stored === undefined ? 'is missing' : 'has changed since it was written: its checksum differs';
  throw new ArchiveError(`${store.location}/${file.name} ${state}`);
}
