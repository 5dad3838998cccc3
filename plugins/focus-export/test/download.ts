import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { type Ledger } from './ledger.ts';

/** What an export was answered with. */
export interface Download {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly trailers: IncomingMessage['trailers'];
  readonly body: Buffer;
  /** False if the connection was broken off. */
  readonly isComplete: boolean;
}

export const octoberFirst = 'from=2026-10-01&to=2026-10-02';

/** Downloads an export with a new key, as a client that reads trailers. */
export async function download(
  { app, newKey }: Ledger,
  query: string,
  { key, headers = { TE: 'trailers' } }: { key?: string; headers?: Record<string, string> } = {},
): Promise<Download> {
  const response = await openDownload(app.service.url, query, key ?? (await newKey()), headers);
  return readDownload(response);
}

/** Reads an export to its end, be it broken off. */
export async function readDownload(response: IncomingMessage): Promise<Download> {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.on('error', () => undefined);
  await new Promise((resolve) => response.once('close', resolve));
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    trailers: response.trailers,
    body: Buffer.concat(chunks),
    isComplete: response.complete,
  };
}

/** An export whose body nobody has begun to read. */
export async function openDownload(
  url: string,
  query: string,
  key: string,
  headers: Record<string, string> = { TE: 'trailers' },
): Promise<IncomingMessage> {
  const request = get(`${url}/v1/exports/focus?${query}`, {
    headers: { Authorization: `Bearer ${key}`, Connection: 'close', ...headers },
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}
