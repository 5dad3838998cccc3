import { WarehouseError } from './warehouse-error.ts';

/** The target of a URL, without user and password: `host:port/database`. */
export function describeTarget(databaseUrl: string): string {
  const url = parseDatabaseUrl(databaseUrl);
  const host = url.searchParams.get('host') ?? (url.hostname || 'localhost');
  const port = url.searchParams.get('port') ?? (url.port || '5432');
  return `${host}:${port}/${decodeURIComponent(url.pathname.slice(1)) || readUser(url)}`;
}

/** @throws {WarehouseError} if this is not a PostgreSQL URL */
export function parseDatabaseUrl(databaseUrl: string): URL {
  const url = URL.parse(databaseUrl);
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol)) {
    throw new WarehouseError(
      `The database URL is not of the form postgres://user:password@host:5432/database; correct ${nameVariable(databaseUrl)}`,
    );
  }
  if (![url.username, url.password, url.hostname, url.pathname].every(isDecodable)) {
    throw new WarehouseError(
      `The database URL has a "%" that begins no percent-encoded character; write %25 for a "%" of a name or password in ${nameVariable(databaseUrl)}`,
    );
  }
  return url;
}

function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** Turns a connection error of `pg` into one line that says how to fix it. */
export function connectionFailure(cause: unknown, databaseUrl: string): WarehouseError {
  if (cause instanceof WarehouseError) return cause;
  return new WarehouseError(explain(cause, databaseUrl), { cause });
}

/** The environment variable with this URL: the config names those of further databases. */
const nameVariable = (databaseUrl: string): string =>
  ['DATABASE_URL', ...Object.keys(process.env)].find((name) => process.env[name] === databaseUrl) ??
  'DATABASE_URL';

function explain(cause: unknown, databaseUrl: string): string {
  const target = describeTarget(databaseUrl);
  const user = readUser(parseDatabaseUrl(databaseUrl));
  const variable = nameVariable(databaseUrl);
  switch (errorCode(cause)) {
    case 'ECONNREFUSED':
      return `No PostgreSQL answers at ${target}; start it or correct ${variable}`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host name in ${target} cannot be resolved; correct ${variable}`;
    case '28P01':
    case '28000':
      return `PostgreSQL at ${target} refuses user "${user}"; check the user and password of ${variable}`;
    case '3D000':
      return `The database of ${target} does not exist; create it (createdb) or correct ${variable}`;
    case '22023':
      return `The database at ${target} has no Costplane roles yet; migrate it first (costplane migrate)`;
    case '42501':
      if (firstLine(cause).includes('for database')) {
        return `User "${user}" may not connect to ${target}; grant it CONNECT on the database`;
      }
      return `User "${user}" of ${target} is not a member of ${missingRole(cause)}, which this command needs; use the user that migrates, or grant it the role`;
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return `The CA that signed the certificate of PostgreSQL at ${target} is unknown; add sslrootcert=FILE with its certificate to the database URL`;
    case '53300':
      return `PostgreSQL at ${target} has no free connection; raise its max_connections or run fewer processes`;
    case '57P03':
      return `PostgreSQL at ${target} is starting up or shutting down; try again in a moment`;
    default:
      return `Cannot connect to PostgreSQL at ${target}: ${firstLine(cause)}; check ${variable}`;
  }
}

/** From a message such as `permission denied to set role "costplane_owner"`. */
const missingRole = (cause: unknown) =>
  /"(costplane_\w+)"/.exec(firstLine(cause))?.[1] ?? 'the Costplane roles';

/** Whether an established connection was lost. */
export function isConnectionLoss(error: unknown): boolean {
  return /^(Connection terminated|terminating connection)/.test(firstLine(error));
}

function readUser(url: URL): string {
  return decodeURIComponent(url.username) || (process.env.PGUSER ?? process.env.USER ?? '');
}

/** The SQLSTATE or system code of an error, even if it aggregates several attempts. */
export function errorCode(error: unknown): string | undefined {
  if (error instanceof AggregateError) return errorCode(error.errors[0]);
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

export function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0] ?? '';
}
