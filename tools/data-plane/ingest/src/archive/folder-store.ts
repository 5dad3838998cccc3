import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ArchiveError } from './archive-error.ts';
import { type ArchiveStore, type StoredFile } from './archive-store.ts';

/** Only the user that archives may read costs and names of owners. */
const ownFolder = 0o700;
const ownFile = 0o600;

/** Months in a folder of the file system. */
export class FolderStore implements ArchiveStore {
  readonly location: string;

  constructor(folder: string) {
    this.location = resolve(folder);
  }

  async write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const path = join(this.location, name);
    // Overwrites leftovers of a killed run.
    const temporary = `${path}.partial`;
    await explained(path, () => createFolder(dirname(path)));
    try {
      await explained(path, () => openAnd(temporary, 'w', writer(path, bytes)));
    } catch (error) {
      // Otherwise a full disk would stay full.
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
    await explained(path, async () => {
      await rename(temporary, path);
      await syncFolder(dirname(path));
    });
  }

  async open(name: string): Promise<StoredFile | undefined> {
    const path = join(this.location, name);
    const size = await explained(path, () =>
      openAnd(path, 'r', async (file) => (await file.stat()).size).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }),
    );
    if (size === undefined) return undefined;
    return {
      byteLength: size,
      slice: (start, end = size) =>
        explained(path, () =>
          openAnd(path, 'r', async (file) => {
            const bytes = new Uint8Array(end - start);
            await file.read(bytes, 0, bytes.length, start);
            return bytes.buffer;
          }),
        ),
    };
  }
}

/** With its parents; each is on the disk when this returns. */
async function createFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: ownFolder });
  if (first === undefined) return;
  for (let created = folder; created.length >= first.length; created = dirname(created)) {
    await syncFolder(dirname(created));
  }
}

const syncFolder = (path: string) => openAnd(path, 'r', (folder) => folder.sync());

/** Errors of the rows are not errors of the disk. */
const writer = (path: string, bytes: AsyncIterable<Uint8Array>) => async (file: FileHandle) => {
  for await (const part of bytes) await explained(path, () => file.writeFile(part));
  await file.sync();
};

async function openAnd<T>(
  path: string,
  flags: string,
  work: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const file = await open(path, flags, ownFile);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

/** Adds the name of the file to an error, in one line. */
async function explained<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { syscall, message } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new ArchiveError(`${path}: ${message}`, { cause: error });
  }
}
