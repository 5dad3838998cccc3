import { ArchiveError } from './archive-error.ts';
import { Bucket } from './bucket.ts';

/**
 * @param location such as `s3://bucket/prefix`; not included in messages, because a malformed one
 * may contain a secret
 * @throws {ArchiveError} if it is malformed, or the environment lacks what the bucket needs
 */
export function openBucket(location: string, environment: NodeJS.ProcessEnv): Bucket {
  const [, bucket, prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/([^?#]*?))?\/*$/.exec(location) ?? [];
  const folders = prefix === '' ? [] : prefix.split('/');
  if (bucket === undefined || folders.some((folder) => /^\.{0,2}$/.test(folder))) {
    throw new ArchiveError('A bucket must be written as s3://bucket or s3://bucket/prefix');
  }
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = environment;
  if (!accessKeyId || !secretAccessKey) {
    throw new ArchiveError(
      `s3://${bucket} needs credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`,
    );
  }
  const region = nonEmpty(environment.AWS_REGION) ?? 'us-east-1';
  return new Bucket({
    location: ['s3:/', bucket, ...folders].join('/'),
    url: [bucketUrl(bucket, region, environment), ...folders.map(encodeURIComponent)].join('/'),
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) },
    region,
  });
}

/**
 * Servers other than Amazon's have the bucket in the path; so have names with dots, which Amazon's
 * certificate does not match.
 */
function bucketUrl(bucket: string, region: string, environment: NodeJS.ProcessEnv): string {
  const endpoint =
    nonEmpty(environment.AWS_ENDPOINT_URL_S3) ?? nonEmpty(environment.AWS_ENDPOINT_URL);
  const amazon = `s3.${region}.amazonaws.com`;
  if (!endpoint)
    return bucket.includes('.') ? `https://${amazon}/${bucket}` : `https://${bucket}.${amazon}`;
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new ArchiveError(
      'AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL must be an http:// or https:// URL without credentials',
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}/${bucket}`;
}

const nonEmpty = (text: string | undefined) => (text === '' ? undefined : text);
