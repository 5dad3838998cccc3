import { AwsClient } from 'aws4fetch';
import { createHash } from 'node:crypto';
import { ArchiveError } from './archive-error.ts';
import { fetchSigned } from './fetch-signed.ts';

export interface BucketOptions {
  /** Location as the operator writes it, such as `s3://bucket/prefix`. */
  readonly location: string;
  /** URL of the prefix, without a trailing slash. */
  readonly url: string;
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
  readonly region: string;
  /** Timeout of one request, including retries. */
  readonly answerWithinMs?: number;
}

/** A part of 8 MiB takes 134 seconds at 0.5 Mbit/s. */
const maxAnswerMs = 180_000;

export interface BucketRequest {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Name of the object, relative to the prefix. */
  readonly name: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

export interface BucketResponse {
  readonly headers: Headers;
  readonly body: ArrayBuffer;
}

/** A prefix in a bucket of Amazon S3 or of an S3-compatible server. */
export class Bucket {
  readonly location: string;
  readonly #url: string;
  readonly #client: AwsClient;
  readonly #answerWithinMs: number;

  constructor({ location, url, credentials, region, answerWithinMs }: BucketOptions) {
    this.location = location;
    this.#url = url;
    this.#answerWithinMs = answerWithinMs ?? maxAnswerMs;
    this.#client = new AwsClient({ ...credentials, region, service: 's3' });
  }

  /**
   * @returns undefined if the object does not exist
   * @throws {ArchiveError} if the server cannot be reached or rejects the request
   */
  async find(request: BucketRequest): Promise<BucketResponse | undefined> {
    const response = await this.#send(request);
    const { status, headers, body } = response;
    if (status >= 200 && status < 300) return { headers, body };
    const code = errorCode(response);
    if (code === 'NoSuchKey') return undefined;
    const failure = describeFailure(status, code, headers);
    throw new ArchiveError(`${this.location}/${request.name}: ${failure}`);
  }

  /** @throws {ArchiveError} also if the object does not exist */
  async request(request: BucketRequest): Promise<BucketResponse> {
    const response = await this.find(request);
    if (response) return response;
    throw new ArchiveError(`${this.location}/${request.name} does not exist`);
  }

  async #send({ method, name, query, headers, body }: BucketRequest) {
    const url = new URL(`${this.#url}/${name}`);
    for (const [key, value] of Object.entries(query ?? {})) url.searchParams.set(key, value);
    try {
      const response = await fetchSigned(this.#client, url, {
        method,
        // A redirect is not followed, because the signature is only valid for one host.
        redirect: 'manual',
        signal: AbortSignal.timeout(this.#answerWithinMs),
        headers: { ...headers, ...(body ? { 'x-amz-content-sha256': sha256(body) } : {}) },
        ...(body ? { body } : {}),
      });
      const { status } = response;
      return { status, headers: response.headers, body: await response.arrayBuffer() };
    } catch (error) {
      const problem = describeError(error as Error, this.#answerWithinMs);
      throw new ArchiveError(`${this.location}/${name}: ${url.origin} ${problem}`, {
        cause: error,
      });
    }
  }
}

function describeError({ name, cause }: Error, withinMs: number): string {
  if (name === 'TimeoutError') {
    return `did not answer within ${withinMs / 1000} s; check the network to it and run the command again`;
  }
  const { code, message } = (cause ?? {}) as Partial<NodeJS.ErrnoException>;
  return `cannot be reached (${code ?? message ?? 'no answer'}); check AWS_ENDPOINT_URL_S3 and the network`;
}

/** Omits the message of the server, which may quote the request. */
const errorCode = ({ body }: { body: ArrayBuffer }) =>
  /<Code>(\w+)<\/Code>/.exec(Buffer.from(body.slice(0, 4096)).toString())?.[1];

function describeFailure(status: number, code: string | undefined, headers: Headers): string {
  const answer = code === undefined ? String(status) : `${status} ${code}`;
  const region = headers.get('x-amz-bucket-region');
  if (code === 'NoSuchBucket') return 'the bucket does not exist; create it, or correct --to';
  if (region && (status === 301 || status === 307 || status === 400)) {
    return `the bucket is in another region (${answer}); set AWS_REGION to ${region}`;
  }
  if (status === 401 || status === 403) {
    return `access is denied (${answer}); check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN and what they permit`;
  }
  return `the server answered ${answer}; run the command again`;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
