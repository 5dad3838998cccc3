import { randomUUID } from 'node:crypto';
import { type Bucket } from '../src/archive/bucket.ts';
import { openBucket } from '../src/archive/open-bucket.ts';

/** A bucket of its own, which has to be created; the test is skipped where no server is named. */
export function openTestBucket(context: Mocha.Context) {
  const endpoint = process.env.COSTPLANE_TEST_S3_URL;
  if (endpoint === undefined) {
    Object.assign(context.test!, { skipReason: 'COSTPLANE_TEST_S3_URL is not set' });
    context.skip();
  }
  const environment: NodeJS.ProcessEnv = {
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    ...process.env,
    AWS_ENDPOINT_URL_S3: endpoint,
  };
  const location = `s3://costplane-${randomUUID()}`;
  const bucket: Bucket = openBucket(location, environment);
  return {
    location,
    environment,
    bucket,
    create: () => bucket.request({ method: 'PUT', name: '' }),
  };
}
