import { type AwsClient } from 'aws4fetch';
import { setTimeout as sleep } from 'node:timers/promises';

/** Retries after 5xx and 429, within about 3 seconds. */
const maxRetries = 5;

/** Sends a request signed by `client`, with retries if the server asks for them. */
export async function fetchSigned(
  client: AwsClient,
  url: URL,
  init: RequestInit,
): Promise<Response> {
  for (let retries = 0; ; retries += 1) {
    // Keeps a reference to the Request: if it were garbage-collected, its signal would no longer work.
    const { headers } = await client.sign(url, init);
    const response = await fetch(url, { ...init, headers });
    const { status } = response;
    if (retries === maxRetries || (status < 500 && status !== 429)) return response;
    await sleep(Math.random() * 50 * 2 ** retries);
  }
}
