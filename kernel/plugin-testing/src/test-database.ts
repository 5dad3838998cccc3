import { Client } from 'pg';

/** A database of its own for one test application. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * Copies the migrated template that the test run has prepared, `COSTPLANE_TEST_TEMPLATE`, on the server
 * `COSTPLANE_TEST_DATABASE_URL` and, where that is a coordinator of Citus, on its workers.
 */
export async function createTestDatabase(
  environment: NodeJS.ProcessEnv = process.env,
): Promise<TestDatabase> {
  const { COSTPLANE_TEST_DATABASE_URL: serverUrl, COSTPLANE_TEST_TEMPLATE: template } = environment;
  if (serverUrl === undefined || template === undefined) {
    throw new Error(
      'COSTPLANE_TEST_DATABASE_URL and COSTPLANE_TEST_TEMPLATE are not set: run the tests with ' +
        "mocha's `--require @costplane/warehouse/mocha`, which provides both",
    );
  }
  const workers = environment.COSTPLANE_TEST_WORKER_URLS?.split(' ') ?? [];
  const onServers = async (statement: string) => {
    for (const server of [serverUrl, ...workers]) await onServer(server, statement);
  };
  const name = `costplane_test_${process.pid}_${crypto.randomUUID().replaceAll('-', '')}`;
  const drop = `drop database if exists ${name} with (force)`;
  await onServers(`create database ${name} template ${template}`);
  return {
    url: Object.assign(new URL(serverUrl), { pathname: name }).href,
    // Fails while Citus starts a process of its own in the database.
    drop: () => onServers(drop).catch(() => onServers(drop)),
  };
}

async function onServer(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
