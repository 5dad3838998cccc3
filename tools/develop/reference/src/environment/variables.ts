/** A variable of the environment that the product reads. Meaning and default are Markdown. */
export interface Variable {
  readonly name: string;
  readonly readBy: string;
  readonly meaning: string;
  readonly default: string;
}

/** What an operator may set; a variable that is set to nothing counts as unset. */
export const variables: readonly Variable[] = [
  {
    name: 'COSTPLANE_CONFIG',
    readBy: '`start`, `serve`, `openapi`, `plugin list`, `key create`',
    meaning: 'The config file.',
    default: '`costplane.config.yaml`, if there is one',
  },
  {
    name: 'COSTPLANE_HOME',
    readBy: 'every command that opens a database; `get`, `cost`',
    meaning: 'Where the embedded database and the demo key are kept.',
    default: '`.costplane`',
  },
  {
    name: 'COSTPLANE_TEAM_LABEL',
    readBy: '`ingest`',
    meaning: 'The label that names the team of what has it.',
    default: '`team`',
  },
  {
    name: 'COSTPLANE_DEPARTMENT_LABEL',
    readBy: '`ingest`',
    meaning: 'The label that names the department of what has it.',
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
    meaning: 'Years of daily and monthly rows to keep.',
    default: '7',
  },
  {
    name: 'COSTPLANE_GONE_DAYS',
    readBy: '`prune`',
    meaning: 'Days to keep objects that have disappeared.',
    default: '90',
  },
  {
    name: 'COSTPLANE_URL',
    readBy: '`get`, `cost`',
    meaning: 'The address of the service to ask.',
    default: 'that of `npm start` on this machine: `http://127.0.0.1` and `PORT`',
  },
  {
    name: 'COSTPLANE_KEY',
    readBy: '`get`, `cost`',
    meaning: 'The API key to ask with.',
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
    meaning: 'PostgreSQL 15 or later; for `serve` a replica will do.',
    default: 'the embedded PostgreSQL',
  },
  {
    name: 'LEDGER_DATABASE_URL',
    readBy: '`start`, `serve`',
    meaning: 'Where trends, explorer and export read history from.',
    default: '`DATABASE_URL`',
  },
  {
    name: 'REDIS_URL',
    readBy: '`start`, `serve`',
    meaning: 'Where several processes keep the rate limits that they share.',
    default: 'in memory, each process by itself',
  },
  {
    name: 'AWS_ACCESS_KEY_ID',
    readBy: '`archive`, `restore`',
    meaning: 'With `s3://`: the access key of the bucket.',
    default: 'none',
  },
  {
    name: 'AWS_SECRET_ACCESS_KEY',
    readBy: '`archive`, `restore`',
    meaning: 'With `s3://`: the secret of the access key.',
    default: 'none',
  },
  {
    name: 'AWS_SESSION_TOKEN',
    readBy: '`archive`, `restore`',
    meaning: 'With `s3://`: the session of temporary credentials.',
    default: 'none',
  },
  {
    name: 'AWS_REGION',
    readBy: '`archive`, `restore`',
    meaning: 'With `s3://`: the region of the bucket.',
    default: '`us-east-1`',
  },
  {
    name: 'AWS_ENDPOINT_URL_S3',
    readBy: '`archive`, `restore`',
    meaning:
      'With `s3://`: a server other than Amazon S3, which is addressed as `endpoint/bucket`.',
    default: '`AWS_ENDPOINT_URL`',
  },
  {
    name: 'AWS_ENDPOINT_URL',
    readBy: '`archive`, `restore`',
    meaning: 'As `AWS_ENDPOINT_URL_S3`, where that is unset.',
    default: 'Amazon S3',
  },
  {
    name: 'LOG_LEVEL',
    readBy: '`start`, `serve`, `ingest --listen`',
    meaning: 'Overrides `log.level` of the config; the least level that is logged.',
    default: '`info`; `warn` for `start`',
  },
];

/** What tests and benchmarks read. */
export const developmentVariables: readonly Variable[] = [
  {
    name: 'COSTPLANE_TEST_DATABASE_URL',
    readBy: 'tests',
    meaning: 'A PostgreSQL server whose user may create databases and roles.',
    default: 'an embedded one under `node_modules/.cache`',
  },
  {
    name: 'COSTPLANE_TEST_CITUS_URL',
    readBy: '`npm test -- --citus`',
    meaning:
      'A coordinator of Citus with two workers or more, whose user is a superuser: tests run there.',
    default: 'none: these are skipped',
  },
  {
    name: 'COSTPLANE_TEST_TEMPLATE',
    readBy: 'tests',
    meaning: 'The migrated database of that server that test databases are copied from.',
    default: 'made when it is needed',
  },
  {
    name: 'COSTPLANE_TEST_WORKER_URLS',
    readBy: 'tests',
    meaning:
      'The workers of a coordinator of Citus, which have the template too; separated by spaces.',
    default: 'found when the tests start',
  },
  {
    name: 'COSTPLANE_TEST_RUN',
    readBy: 'tests',
    meaning: 'In the names of the databases that one run of tests makes and drops.',
    default: 'the id of the process',
  },
  {
    name: 'COSTPLANE_TEST_REDIS_URL',
    readBy: 'tests of the rate limits that processes share',
    meaning: 'A Redis, in which they write and delete keys.',
    default: 'none: these are skipped',
  },
  {
    name: 'COSTPLANE_TEST_S3_URL',
    readBy: 'tests of archives in buckets',
    meaning:
      'The endpoint of a server of the S3 protocol, such as `moto_server`, in which they make buckets; with the credentials of `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, if these are set.',
    default: 'none: these are skipped',
  },
  {
    name: 'COSTPLANE_TEST_KUBECTL_COST',
    readBy: "tests of OpenCost's routes",
    meaning: 'The path of kubectl-cost.',
    default: '`kubectl-cost`; where there is none, tests with it are skipped',
  },
  {
    name: 'COSTPLANE_TEST_MCP_INSPECTOR',
    readBy: 'tests of MCP',
    meaning: 'The path of the program of MCP Inspector.',
    default: '`mcp-inspector`; where there is none, tests with it are skipped',
  },
  {
    name: 'COSTPLANE_TEST_BROWSER',
    readBy: 'tests of the API explorer',
    meaning: 'The path of a Chromium.',
    default: 'the Chromium or Chrome of `/usr/bin`; without one these are skipped',
  },
  {
    name: 'CI',
    readBy: '`npm test`',
    meaning: 'Set to anything: a test that is marked with `.only` is a failure.',
    default: 'unset',
  },
];

/** What is the system's own: read to start other programs, or for the words of a message. */
export const systemVariables: readonly string[] = ['PATH', 'PGUSER', 'USER'];

/** What a test run sets itself for the processes that it starts; nobody else has to. */
export const variablesOfProcesses: readonly string[] = [
  'IMPORT_LOG',
  'MOCHA_WORKER_ID',
  'NODE_COMPILE_CACHE',
  'RECORDED_STATEMENTS',
];
