import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { readText } from './repository.ts';

export interface LoginDatabase {
  /** The URL of a login of `create-logins.sql`: `costplane_admin`, … */
  url(login: string): string;
  drop(): Promise<void>;
}

/**
 * An empty database with the logins that PostgreSQL has at the first start of the compose file: what
 * `create-logins.sql` does, on the server of the tests, under names of its own. The roles without
 * login are there already, as the server is not a new one.
 */
export async function createLoginDatabase(): Promise<LoginDatabase> {
  const server = process.env.COSTPLANE_TEST_DATABASE_URL ?? '';
  const suffix = `_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  const database = `costplane_test${suffix}`;
  const statements = readText('tools/packaging/container/postgres/create-logins.sql')
    .replaceAll(/^(--|\\getenv).*$/gm, '')
    .replaceAll(/^create role \w+ nologin;$/gm, '')
    .replaceAll(/\bcostplane_(admin|receiver|service)\b/g, `costplane_$1${suffix}`)
    .replaceAll(/\bdatabase costplane\b/g, `database ${database}`)
    .replaceAll(/:'\w+'/g, `'${password}'`);
  for (const statement of statements.split(';')) {
    if (statement.trim() !== '') await query(server, statement);
  }
  return {
    url(login) {
      const url = new URL(server);
      Object.assign(url, { username: `${login}${suffix}`, password, pathname: `/${database}` });
      return url.href;
    },
    async drop() {
      await query(server, `drop database ${database} with (force)`);
      for (const login of ['admin', 'receiver', 'service']) {
        await query(server, `drop role costplane_${login}${suffix}`);
      }
    },
  };
}

async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
