import { Client } from 'pg';
import { connectionFailure } from '../connection-failure.ts';

export async function onServer<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url, application_name: 'costplane test' });
  try {
    await client.connect().catch((error: unknown) => {
      throw connectionFailure(error, url);
    });
    return await work(client);
  } finally {
    await client.end();
  }
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
