import { acquireEmbeddedDatabase, type EmbeddedDatabase } from './embedded/acquire.ts';

/** A database that a process uses. */
export interface OpenDatabase extends Pick<EmbeddedDatabase, 'url' | 'explain' | 'release'> {
  /** Data folder of the embedded database. */
  folder?: string;
}

/**
 * The database of a process: the given one, or the embedded one of `home`.
 *
 * @throws {WarehouseError} if the embedded one cannot be created or started; a given URL is not
 * tested here
 */
export async function openDatabase({
  databaseUrl,
  home,
  onProgress,
}: {
  databaseUrl?: string | undefined;
  home: string;
  onProgress?: ((message: string) => void) | undefined;
}): Promise<OpenDatabase> {
  if (databaseUrl) {
    return {
      url: databaseUrl,
      explain: (error) => Promise.resolve(error),
      release: () => Promise.resolve(),
    };
  }
  return acquireEmbeddedDatabase({ home, onProgress });
}
