import { type ArchiveStore } from './archive-store.ts';
import { ArchiveError } from './archive-error.ts';
import { readAll } from './stored-bytes.ts';

/** A column of a table: its name and its PostgreSQL type. */
export interface ArchivedColumn {
  name: string;
  type: string;
  nullable: boolean;
}

/** Totals over the rows of a table; equal for the same rows in any order. */
export interface Totals {
  rows: string;
  /** Sum over a hash of each row. */
  hash: string;
  /** Exact sums of the numeric columns. */
  sums: Record<string, string>;
}

export interface ArchivedTable extends Totals {
  table: string;
  /** Identity of the partition that was read; one created later for the same month has another. */
  identity?: string;
  columns: ArchivedColumn[];
  /** Absent if there are no rows. */
  file?: { name: string; bytes: number; sha256: string };
}

/**
 * Description of an archived month. It is written last: without it the month does not exist. Before that, one
 * without tables only reserves the month for a database.
 */
export interface MonthManifest {
  format: 1;
  month: string;
  /** Identity of the database that has reserved the month. */
  database?: string;
  /** Organizations with rows in the month. */
  organizations: string[];
  /** Whether the rows could no longer change when they were last compared. */
  isFinal: boolean;
  tables: ArchivedTable[];
}

const manifestName = (month: string) => `${month}/manifest.json`;

export async function readManifest(
  store: ArchiveStore,
  month: string,
): Promise<MonthManifest | undefined> {
  const file = await store.open(manifestName(month));
  if (file === undefined) return undefined;
  const manifest = JSON.parse((await readAll(file)).toString()) as MonthManifest;
  if ((manifest.format as number) === 1 && manifest.month === month) return manifest;
  throw new ArchiveError(
    `${store.location}/${manifestName(month)} is of another version of Costplane, or of another month`,
  );
}

export async function writeManifest(store: ArchiveStore, manifest: MonthManifest): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  await store.write(manifestName(manifest.month), onePart(text));
}

// eslint-disable-next-line @typescript-eslint/require-await
async function* onePart(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
