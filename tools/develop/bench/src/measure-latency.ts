import { median } from './median.ts';

/** Floors do not compress; unless this is asked for, `fetch` asks for compressed responses. */
const uncompressed = { 'Accept-Encoding': 'identity' };

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
  const request = body
    ? {
        method: 'POST',
        headers: { ...headers, ...uncompressed, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }
    : { headers: { ...headers, ...uncompressed } };
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
