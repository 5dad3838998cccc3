import autocannon from 'autocannon';

const connections = 32;

/** Requests a second over 32 connections; an answer other than 200 fails the measurement. */
export async function measureThroughput(
  url: string,
  headers: Readonly<Record<string, string>>,
  seconds: number,
): Promise<number> {
  const result = await autocannon({ url, headers: { ...headers }, connections, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers were not 200, ${result.errors} failed`);
  }
  return result.requests.total / result.duration;
}
