import { createHmac } from 'node:crypto';
import { Client } from 'pg';

const user = 'costplane_service';
const serviceLoginLock = 7_259_103_024;

/**
 * The URL with which the service connects to the migrated embedded database. Its user is only a
 * member of `costplane_api`: whatever a session sets or resets, it can only read. The user is
 * created if it does not exist.
 */
export async function prepareServiceLogin(url: string): Promise<string> {
  const password = derivePassword(url);
  const client = new Client({ connectionString: url, application_name: 'costplane service login' });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [serviceLoginLock]);
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [user]);
    if (rowCount === 0) await client.query(`create role ${user}`);
    await client.query(`alter role ${user} with login noinherit password
      ${client.escapeLiteral(password)}`);
    for (const statement of rights) await client.query(statement);
    await client.query('commit');
  } finally {
    await client.end();
  }
  return Object.assign(new URL(url), { username: user, password }).href;
}

/** Derived from the password of the database, so that no other file is needed. */
const derivePassword = (url: string) =>
  createHmac('sha256', new URL(url).password).update(user).digest('hex');

/** PostgreSQL allows every user to create temporary tables and large objects in every database. */
const rights = [
  `grant costplane_api to ${user}`,
  `revoke temporary on database costplane from public`,
  `grant temporary on database costplane to costplane_owner, costplane_ingest`,
  `revoke connect on database postgres, template1 from public`,
  `revoke execute on function lo_create(oid), lo_creat(integer), lo_from_bytea(oid, bytea) from public`,
];
