import { once } from 'node:events';
import { type ClientHttp2Stream, connect, type IncomingHttpHeaders } from 'node:http2';
import { type Download } from './export-client.ts';

/** A response over HTTP/2 whose body has begun. */
export interface Http2Response {
  /** The body to its end, or to where it breaks off. */
  receive(): Promise<Download>;
}

/** Opens a response over HTTP/2 without TLS, and waits for the first bytes of its body. */
export async function openHttp2(url: string, key: string): Promise<Http2Response> {
  const { origin, pathname, search } = new URL(url);
  const session = connect(origin);
  const stream = session.request({
    ':path': pathname + search,
    authorization: `Bearer ${key}`,
    te: 'trailers',
  });
  let trailers: IncomingHttpHeaders = {};
  // Also while nobody reads; what it comes to is said by the stream's code.
  stream.on('error', () => undefined);
  stream.on('trailers', (fields: IncomingHttpHeaders) => (trailers = fields));
  const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders];
  await once(stream, 'readable');
  return {
    async receive() {
      const { body, isComplete } = await readAll(stream);
      session.destroy();
      return {
        status: Number(headers[':status']),
        headers: headers as Download['headers'],
        trailers: trailers as Download['trailers'],
        body,
        isComplete,
      };
    },
  };
}

async function readAll(stream: ClientHttp2Stream): Promise<{ body: Buffer; isComplete: boolean }> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    return { body: Buffer.concat(chunks), isComplete: stream.rstCode === 0 };
  } catch {
    return { body: Buffer.concat(chunks), isComplete: false };
  }
}
