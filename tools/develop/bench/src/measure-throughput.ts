import autocannon from 'autocannon';

const connections = 32;

/** Requests a second over 32 connections; an answer of another status fails the measurement. */
export async function measureThroughput(
  url: string,
  headers: Readonly<Record<string, string>>,
  seconds: number,
  status = 200,
): Promise<number> {
  const result = await autocannon({ url, headers: { ...headers }, connections, duration: seconds });
  const { [`${status}` as const]: expected } = result.statusCodeStats ?? {};
  const others = result.requests.total - (expected?.count ?? 0);
  if (others > 0 || result.errors > 0) {
    throw new Error(`${url}: ${others} answers were not ${status}, ${result.errors} failed`);
  }
  return result.requests.total / result.duration;
}
