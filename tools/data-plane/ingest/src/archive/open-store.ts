import { ArchiveError } from './archive-error.ts';
import { type ArchiveStore } from './archive-store.ts';
import { BucketStore } from './bucket-store.ts';
import { FolderStore } from './folder-store.ts';
import { openBucket } from './open-bucket.ts';

/**
 * @param location a folder, or `s3://bucket/prefix`
 * @param environment endpoint and credentials of buckets
 * @throws {ArchiveError} if it is neither, or the environment lacks what the bucket needs
 */
export function openStore(location: string, environment = process.env): ArchiveStore {
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(location)?.[1];
  if (scheme === undefined) return new FolderStore(location);
  if (scheme === 's3') return new BucketStore(openBucket(location, environment));
  throw new ArchiveError(`Months are archived to a folder or to s3://bucket, not to ${scheme}://`);
}
