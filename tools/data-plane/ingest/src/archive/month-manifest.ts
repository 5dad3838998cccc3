import { type ArchiveStore } from './archive-store.ts';
import { ArchiveError } from './archive-error.ts';
import { readAll } from './stored-bytes.ts';

/** A column of a table, by its name and its type in PostgreSQL. */
export interface ArchivedColumn {
  name: string;
  type: string;
  nullable: boolean;
}

/** What rows of a table are together; the same for the same rows in any order. */
export interface Totals {
  rows: string;
  /** A sum over a hash of each row. */
  hash: string;
  /** By the columns that are numeric, exactly. */
  sums: Record<string, string>;
}

export interface ArchivedTable extends Totals {
  table: string;
  /** Of the partition that was read; one that is made later for the same month has another. */
  identity?: string;
  columns: ArchivedColumn[];
  /** Absent: there are no rows. */
  file?: { name: string; bytes: number; sha256: string };
}

/** What a month's folder says of itself. It is written last: without it there is no month. */
export interface MonthManifest {
  format: 1;
  month: string;
  /** Those that have rows in it. */
  organizations: string[];
  /** Nobody could change the rows any more when they were last compared. */
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
