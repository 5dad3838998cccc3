import { type ArchiveStore, type StoredFile } from './archive-store.ts';
import { ArchiveError } from './archive-error.ts';
import { type Bucket } from './bucket.ts';
import { BucketUpload } from './bucket-upload.ts';
import { inParts, partBytes } from './stored-bytes.ts';

/** Months in a bucket. An object appears atomically when its upload completes. */
export class BucketStore implements ArchiveStore {
  readonly location: string;
  readonly #bucket: Bucket;

  constructor(bucket: Bucket) {
    this.location = bucket.location;
    this.#bucket = bucket;
  }

  async write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    let upload: BucketUpload | undefined;
    try {
      for await (const part of inParts(bytes)) {
        if (upload === undefined && part.length < partBytes) {
          await this.#bucket.request({ method: 'PUT', name, body: part });
          return;
        }
        upload ??= await BucketUpload.begin(this.#bucket, name);
        await upload.add(part);
      }
      await upload?.complete();
    } catch (error) {
      // If this fails as well, the leftover parts are not visible as an object.
      await upload?.abort().catch(() => undefined);
      throw error;
    }
  }

  async open(name: string): Promise<StoredFile | undefined> {
    // A HEAD response has no body, which would tell whether the object or the bucket is missing.
    const found = await this.#bucket.find({ method: 'GET', name, headers: { range: 'bytes=0-0' } });
    if (found === undefined) return undefined;
    const size = Number(/\/(\d+)$/.exec(found.headers.get('content-range') ?? '')?.[1]);
    const etag = found.headers.get('etag');
    if (Number.isNaN(size) || etag === null) {
      throw new ArchiveError(
        `${this.location}/${name}: the server does not support range requests`,
      );
    }
    return {
      byteLength: size,
      slice: async (start, end = size) => {
        const headers = { range: `bytes=${start}-${end - 1}`, 'if-match': etag };
        return (await this.#bucket.request({ method: 'GET', name, headers })).body;
      },
    };
  }
}
