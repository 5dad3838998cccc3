import { ArchiveError } from './archive-error.ts';
import { type Bucket } from './bucket.ts';

/** A multipart upload of an object. */
export class BucketUpload {
  readonly #bucket: Bucket;
  readonly #name: string;
  readonly #uploadId: string;
  readonly #etags: string[] = [];

  private constructor(bucket: Bucket, name: string, uploadId: string) {
    this.#bucket = bucket;
    this.#name = name;
    this.#uploadId = uploadId;
  }

  static async begin(bucket: Bucket, name: string): Promise<BucketUpload> {
    const { body } = await bucket.request({ method: 'POST', name, query: { uploads: '' } });
    const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(Buffer.from(body).toString())?.[1];
    if (uploadId) return new BucketUpload(bucket, name, uploadId);
    throw new ArchiveError(
      `${bucket.location}/${name}: the server did not start a multipart upload`,
    );
  }

  async add(part: Uint8Array<ArrayBuffer>): Promise<void> {
    const query = { partNumber: String(this.#etags.length + 1), uploadId: this.#uploadId };
    const { headers } = await this.#bucket.request({
      method: 'PUT',
      name: this.#name,
      query,
      body: part,
    });
    this.#etags.push(headers.get('etag') ?? '');
  }

  async complete(): Promise<void> {
    const parts = this.#etags.map(
      (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
    );
    const { body } = await this.#bucket.request({
      method: 'POST',
      name: this.#name,
      query: { uploadId: this.#uploadId },
      body: new TextEncoder().encode(
        `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
      ),
    });
    // The server sends the status before it joins the parts; a later failure has no ETag.
    if (Buffer.from(body).includes('<ETag>')) return;
    throw new ArchiveError(
      `${this.#bucket.location}/${this.#name}: the server did not complete the upload`,
    );
  }

  async abort(): Promise<void> {
    const query = { uploadId: this.#uploadId };
    await this.#bucket.request({ method: 'DELETE', name: this.#name, query });
  }
}
