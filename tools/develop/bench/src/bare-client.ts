import { Client } from 'pg';

/** A connection of `pg` alone. */
export async function connectBare(databaseUrl: string): Promise<Client> {
  const client = new Client({
    connectionString: databaseUrl,
    options: '-c search_path=costplane -c TimeZone=UTC',
  });
  await client.connect();
  return client;
}
