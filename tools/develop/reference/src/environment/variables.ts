/** An environment variable that the product reads. Description and default are Markdown. */
export interface Variable {
  readonly name: string;
  readonly readBy: string;
  readonly meaning: string;
  readonly default: string;
}

/** Variables for operators; an empty variable counts as not set. */
export const variables: readonly Variable[] = [
  {
    name: 'COSTPLANE_CONFIG',
    readBy: 'every command except `get`, `cost` and `completion`',
    meaning: 'The config file.',
    default: '`costplane.config.yaml`, if it exists',
  },
  {
    name: 'COSTPLANE_HOME',
    readBy: 'every command that opens a database; `get`, `cost`',
    meaning: 'Folder of the embedded database and the demo key.',
    default: '`.costplane`',
  },
  {
    name: 'COSTPLANE_TEAM_LABEL',
    readBy: '`ingest`',
    meaning: 'Label that names the team of a namespace or workload.',
    default: '`team`',
  },
  {
    name: 'COSTPLANE_DEPARTMENT_LABEL',
    readBy: '`ingest`',
    meaning: 'Label that names the department of a namespace or workload.',
    default: '`department`',
  },
  {
    name: 'COSTPLANE_HOURLY_MONTHS',
    readBy: '`prune`',
    meaning: 'Months of hourly rows to keep.',
    default: '13',
  },
  {
    name: 'COSTPLANE_DAILY_YEARS',
    readBy: '`prune`',
    meaning: 'Years of daily rows and their sums to keep.',
    default: '7',
  },
  {
    name: 'COSTPLANE_GONE_DAYS',
    readBy: '`prune`',
    meaning: 'Days to keep objects after they were deleted.',
    default: '90',
  },
  {
    name: 'COSTPLANE_URL',
    readBy: '`get`, `cost`',
    meaning: 'URL of the service to query.',
    default: 'the service of `npm start` on this machine: `http://127.0.0.1` and `PORT`',
  },
  {
    name: 'COSTPLANE_KEY',
    readBy: '`get`, `cost`',
    meaning: 'API key for the queries.',
    default: 'the demo key in `COSTPLANE_HOME`, for a service on this machine',
  },
  {
    name: 'PORT',
    readBy: '`start`, `serve`',
    meaning: 'Overrides `server.port` of the config.',
    default: '8080',
  },
  {
    name: 'HOST',
    readBy: '`start`, `serve`',
    meaning: 'Overrides `server.host` of the config.',
    default: '127.0.0.1',
  },
  {
    name: 'MANAGEMENT_PORT',
    readBy: '`start`, `serve`',
    meaning: 'Overrides `management.port` of the config.',
    default: '9464',
  },
  {
    name: 'RESPONSE_CHECK_EVERY',
    readBy: '`start`, `serve`',
    meaning: 'Overrides `server.responseCheckEvery` of the config; tests set it to 1.',
    default: '100',
  },
  {
    name: 'DATABASE_URL',
    readBy: 'every command that opens a database',
    meaning: 'URL of PostgreSQL 15 or later; a replica is sufficient for `serve`.',
    default: 'the embedded PostgreSQL',
  },
  {
    name: 'LEDGER_DATABASE_URL',
    readBy: '`start`, `serve`',
    meaning: 'URL of the database from which trends, explorer and export read history.',
    default: '`DATABASE_URL`',
  },
  {
    name: 'REDIS_URL',
    readBy: '`start`, `serve`',
    meaning: 'URL of the Redis in which several processes share rate limits.',
    default: 'in memory, separately in each process',
  },
  {
    name: 'AWS_ACCESS_KEY_ID',
    readBy: '`archive`, `restore`',
    meaning: 'With `s3://`: access key of the bucket.',
    default: 'none',
  },
  {
    name: 'AWS_SECRET_ACCESS_KEY',
    readBy: '`archive`, `restore`',
    meaning: 'With `s3://`: secret of the access key.',
    default: 'none',
  },
  {
    name: 'AWS_SESSION_TOKEN',
    readBy: '`archive`, `restore`',
    meaning: 'With `s3://`: session token of temporary credentials.',
    default: 'none',
  },
  {
    name: 'AWS_REGION',
    readBy: '`archive`, `restore`',
    meaning: 'With `s3://`: region of the bucket.',
    default: '`us-east-1`',
  },
  {
    name: 'AWS_ENDPOINT_URL_S3',
    readBy: '`archive`, `restore`',
    meaning: 'With `s3://`: URL of a server other than Amazon S3, addressed as `endpoint/bucket`.',
    default: '`AWS_ENDPOINT_URL`',
  },
  {
    name: 'AWS_ENDPOINT_URL',
    readBy: '`archive`, `restore`',
    meaning: 'Used if `AWS_ENDPOINT_URL_S3` is not set.',
    default: 'Amazon S3',
  },
  {
    name: 'LOG_LEVEL',
    readBy: '`start`, `serve`, `ingest --listen`',
    meaning:
      'Minimum level that is logged; for `start` and `serve` it overrides `log.level` of the config.',
    default: '`info`; `warn` for `start`',
  },
];

/** Variables for tests and benchmarks. */
export const developmentVariables: readonly Variable[] = [
  {
    name: 'COSTPLANE_TEST_DATABASE_URL',
    readBy: 'tests',
    meaning: 'A PostgreSQL server whose user may create databases and roles.',
    default: 'an embedded one',
  },
  {
    name: 'COSTPLANE_TEST_CITUS_URL',
    readBy: '`npm test -- --citus`',
    meaning: 'A Citus coordinator with two or more workers, with a superuser; the tests run there.',
    default: 'none: these tests are skipped',
  },
  {
    name: 'COSTPLANE_TEST_TEMPLATE',
    readBy: 'tests',
    meaning: 'Migrated database on that server from which test databases are copied.',
    default: 'created when needed',
  },
  {
    name: 'COSTPLANE_TEST_LEDGER_TEMPLATE',
    readBy: 'tests of the whole product',
    meaning: 'The same with the partitions of the ledger for this month and the next two.',
    default: 'created when the tests start',
  },
  {
    name: 'COSTPLANE_TEST_WORKER_URLS',
    readBy: 'tests',
    meaning:
      'The workers of a Citus coordinator, which also have the template; separated by spaces.',
    default: 'found when the tests start',
  },
  {
    name: 'COSTPLANE_TEST_SETTLE',
    readBy: 'tests',
    meaning: 'Statement that does on Citus what triggers do on a single server.',
    default: 'set when the tests start on Citus',
  },
  {
    name: 'COSTPLANE_TEST_RUN',
    readBy: 'tests',
    meaning: 'Part of the names of databases that a test run creates and drops.',
    default: 'process id',
  },
  {
    name: 'COSTPLANE_TEST_REDIS_URL',
    readBy: 'tests of shared rate limits',
    meaning: 'A Redis server in which they write and delete keys.',
    default: 'none: these tests are skipped',
  },
  {
    name: 'COSTPLANE_TEST_S3_URL',
    readBy: 'tests of archives in buckets',
    meaning:
      'Endpoint of an S3-compatible server, such as `moto_server`, in which they create buckets; ' +
      'with the credentials in `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, if set.',
    default: 'none: these tests are skipped',
  },
  {
    name: 'COSTPLANE_TEST_KUBECTL_COST',
    readBy: 'tests of the OpenCost routes',
    meaning: 'Path of kubectl-cost.',
    default: '`kubectl-cost`; if it does not exist, tests with it are skipped',
  },
  {
    name: 'COSTPLANE_TEST_MCP_INSPECTOR',
    readBy: 'tests of MCP',
    meaning: 'Path of MCP Inspector.',
    default: '`mcp-inspector`; if it does not exist, tests with it are skipped',
  },
  {
    name: 'COSTPLANE_TEST_BROWSER',
    readBy: 'tests of the API explorer',
    meaning: 'Path of Chromium.',
    default: 'Chromium or Chrome in `/usr/bin`; without one, these tests are skipped',
  },
  {
    name: 'CI',
    readBy: '`npm test`',
    meaning: 'Any value: a test that is marked with `.only` is a failure.',
    default: 'unset',
  },
];

/** System variables: read to start other programs, or for messages. */
export const systemVariables: readonly string[] = ['PATH', 'PGUSER', 'USER'];

/** Variables that a test run sets for its own processes. */
export const variablesOfProcesses: readonly string[] = [
  'IMPORT_LOG',
  'MOCHA_WORKER_ID',
  'NODE_COMPILE_CACHE',
  'RECORDED_STATEMENTS',
];
