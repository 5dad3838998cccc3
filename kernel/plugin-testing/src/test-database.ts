import { Client } from 'pg';

/** A database of its own for one test application. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * Copies the migrated template that the test run has prepared: `COSTPLANE_TEST_DATABASE_URL`
 * names a server on which databases may be created, `COSTPLANE_TEST_TEMPLATE` the template.
 */
export async function createTestDatabase(
  environment: NodeJS.ProcessEnv = process.env,
): Promise<TestDatabase> {
  const serverUrl = environment.COSTPLANE_TEST_DATABASE_URL;
  const template = environment.COSTPLANE_TEST_TEMPLATE;
  if (serverUrl === undefined || template === undefined) {
    throw new Error(
      'COSTPLANE_TEST_DATABASE_URL and COSTPLANE_TEST_TEMPLATE are not set: run the tests with ' +
        "mocha's `--require @costplane/warehouse/mocha`, which provides both",
    );
  }
  const name = `costplane_test_${process.pid}_${crypto.randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl, `create database ${name} template ${template}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => onServer(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
