import { median } from './median.ts';

/**
 * Median milliseconds of requests sent one after the other, with a body as JSON if there is one;
 * an answer other than 200 fails it.
 */
export async function measureLatency(
  url: string,
  headers: Readonly<Record<string, string>>,
  requests: number,
  body?: object,
): Promise<number> {
  // Floors do not compress, and `fetch` asks for compressed responses by default.
  const uncompressed = { ...headers, 'Accept-Encoding': 'identity' };
  const request = body
    ? {
        method: 'POST',
        headers: { ...uncompressed, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }
    : { headers: uncompressed };
  const latencies: number[] = [];
  for (let sent = 0; sent < requests; sent += 1) {
    const startedAt = performance.now();
    const response = await fetch(url, request);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
    latencies.push(performance.now() - startedAt);
  }
  return median(latencies);
}
