import { ArchiveError } from './archive-error.ts';
import { type ArchiveStore } from './archive-store.ts';
import { FolderStore } from './folder-store.ts';

/**
 * @param location a folder
 * @throws {ArchiveError} if it is neither
 */
export function openStore(location: string): ArchiveStore {
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(location)?.[1];
  if (scheme === undefined) return new FolderStore(location);
  throw new ArchiveError(`${location} must be a folder`);
}
