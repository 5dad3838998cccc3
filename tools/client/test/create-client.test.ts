import { expect } from 'chai';
import {
  type ClientOptions,
  type CostplaneClient,
  CostplaneError,
  createClient,
  paginate,
  type Retry,
} from '../src/index.ts';
import { sendData, sendError, serve } from './support/serve.ts';

async function readClusters(options: ClientOptions, signal?: AbortSignal) {
  return createClient(options).GET('/v1/clusters', {
    params: { query: { provider: ['aws', 'gcp'], limit: 5 } },
    ...(signal && { signal }),
  });
}

async function catchError(promise: Promise<unknown>): Promise<CostplaneError> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).to.be.instanceOf(CostplaneError);
  return error as CostplaneError;
}

describe('createClient', () => {
  it('sends the key, the path and the query, and returns the body and the response', async () => {
    await using server = await serve((response) => sendData(response, [{ id: 'a' }]));
    const { data, response } = await readClusters({ url: `${server.url}/`, key: 'cp_live_x' });
    expect(data.data[0]?.id).to.equal('a');
    expect(response.status).to.equal(200);
    const [request] = server.requests;
    expect(request?.url).to.equal('/v1/clusters?provider=aws&provider=gcp&limit=5');
    expect(request?.headers.authorization).to.equal('Bearer cp_live_x');
  });

  it('throws an error by code, with its details, request id and wait', async () => {
    await using server = await serve((response) =>
      sendError(response, 429, 'RATE_LIMITED', { 'Retry-After': '60' }),
    );
    const error = await catchError(readClusters({ url: server.url, retries: 0 }));
    expect(error.code).to.equal('RATE_LIMITED');
    expect(error.status).to.equal(429);
    expect(error.message).to.equal('What is wrong.');
    expect(error.details).to.eql([{ field: 'limit' }]);
    expect(error.requestId).to.equal('req_1');
    expect(error.retryAfterSeconds).to.equal(60);
    expect(server.requests).to.have.length(1);
  });

  it('throws UNKNOWN for a page that a proxy sends', async () => {
    await using server = await serve((response) => response.writeHead(413).end('<html>no</html>'));
    const error = await catchError(readClusters({ url: server.url }));
    expect([error.code, error.status]).to.eql(['UNKNOWN', 413]);
    expect(error.message).to.include('413');
  });

  it('passes a response to middleware before it throws', async () => {
    await using server = await serve((response) => sendError(response, 403, 'FORBIDDEN'));
    const client = createClient({ url: server.url });
    const seen: number[] = [];
    client.use({ onResponse: ({ response }) => void seen.push(response.status) });
    const error = await catchError(client.GET('/v1/organization'));
    expect(error.code).to.equal('FORBIDDEN');
    expect(seen).to.eql([403]);
  });
});

/** Never called: what must not compile. */
export async function misuse(client: CostplaneClient): Promise<void> {
  // @ts-expect-error there is no such filter
  await client.GET('/v1/clusters', { params: { query: { colour: 'red' } } });
  // @ts-expect-error a value that is not allowed
  await client.GET('/v1/clusters', { params: { query: { provider: ['AWS'] } } });
  // @ts-expect-error the path needs an id
  await client.GET('/v1/clusters/{cluster_id}');
  // @ts-expect-error there is no such path
  await client.GET('/v1/cluster');
  // @ts-expect-error it does not answer with JSON
  await client.GET('/v1/metrics/costs');
  // @ts-expect-error a file: `exportFocus` reads it
  await client.GET('/v1/exports/focus', { params: { query: { from: 'a', to: 'b' } } });
  // @ts-expect-error not a list
  paginate(client, '/v1/organization');
}

describe('retries', () => {
  const now = { 'Retry-After': '0' };
  const failTwice = (status: number, code: string) =>
    serve((response, _request, count) =>
      count < 3 ? sendError(response, status, code, now) : sendData(response, []),
    );

  for (const [status, code] of [
    [429, 'RATE_LIMITED'],
    [500, 'INTERNAL_ERROR'],
    [502, 'UPSTREAM_UNAVAILABLE'],
    [503, 'RATE_LIMIT_UNAVAILABLE'],
    [503, 'SERVICE_UNAVAILABLE'],
    [504, 'UPSTREAM_TIMEOUT'],
  ] as const) {
    it(`sends a request again after ${code}`, async () => {
      await using server = await failTwice(status, code);
      const retries: Retry[] = [];
      await readClusters({ url: server.url, onRetry: (retry) => retries.push(retry) });
      expect(server.requests).to.have.length(3);
      expect(retries.map(({ retry, error }) => [retry, error.code])).to.eql([
        [1, code],
        [2, code],
      ]);
    });
  }

  for (const [status, code] of [
    [400, 'BAD_REQUEST'],
    [401, 'UNAUTHORIZED'],
    [404, 'CLUSTER_NOT_FOUND'],
    [410, 'CURSOR_EXPIRED'],
    [422, 'VALIDATION_ERROR'],
  ] as const) {
    it(`does not send a request again after ${code}`, async () => {
      await using server = await failTwice(status, code);
      expect((await catchError(readClusters({ url: server.url }))).code).to.equal(code);
      expect(server.requests).to.have.length(1);
    });
  }

  it('sends a body again', async () => {
    const bodies: string[] = [];
    await using server = await serve((response, request, count) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        bodies.push(body);
        if (count === 1) sendError(response, 502, 'UPSTREAM_UNAVAILABLE', now);
        else sendData(response, {});
      });
    });
    const client = createClient({ url: server.url });
    await client.POST('/v1/cost-explorer/query', { body: { group_by: 'namespace' } });
    expect(bodies).to.eql(['{"group_by":"namespace"}', '{"group_by":"namespace"}']);
  });

  it('stops after the configured number of retries', async () => {
    await using server = await serve((response) =>
      sendError(response, 503, 'SERVICE_UNAVAILABLE', now),
    );
    await catchError(readClusters({ url: server.url, retries: 1 }));
    expect(server.requests).to.have.length(2);
  });

  it('sends a request again after a 503 of a proxy', async () => {
    await using server = await serve((response, _request, count) => {
      if (count === 1) response.writeHead(503, now).end('<html></html>');
      else sendData(response, []);
    });
    await readClusters({ url: server.url });
    expect(server.requests).to.have.length(2);
  });

  it('waits for Retry-After, and does not retry if that exceeds two minutes', async () => {
    await using server = await serve((response, _request, count) => {
      const seconds = count === 1 ? '30' : '121';
      sendError(response, 429, 'RATE_LIMITED', { 'Retry-After': seconds });
    });
    const waits: number[] = [];
    const leave = new AbortController();
    const reading = readClusters(
      {
        url: server.url,
        onRetry: ({ waitMs }) => {
          waits.push(waitMs);
          leave.abort(new Error('left'));
        },
      },
      leave.signal,
    );
    expect(await reading.catch((error: unknown) => String(error))).to.equal('Error: left');
    expect(waits[0]).to.be.within(30_000, 31_000);
    expect((await catchError(readClusters({ url: server.url }))).retryAfterSeconds).to.equal(121);
  });
});

describe('cached responses', () => {
  it('revalidates a cached response with its ETag, and reuses it on 304', async () => {
    await using server = await serve((response, request) => {
      if (request.headers['if-none-match'] === '"1"') {
        // As some proxies send it.
        const headers = { 'X-RateLimit-Remaining': '98', 'Content-Length': '0' };
        response.writeHead(304, headers).end();
      } else {
        const headers = { ETag: '"1"', 'X-RateLimit-Remaining': '99' };
        sendData(response, [{ id: 'a' }], {}, headers);
      }
    });
    const client = createClient({ url: server.url });
    for (const left of ['99', '98', '98']) {
      const { data, response } = await client.GET('/v1/clusters');
      expect(data.data[0]?.id).to.equal('a');
      expect(response.headers.get('X-RateLimit-Remaining')).to.equal(left);
    }
    const tags = server.requests.map(({ headers }) => headers['if-none-match']);
    expect(tags).to.eql([undefined, '"1"', '"1"']);
  });

  it('replaces the cached response when it has changed', async () => {
    await using server = await serve((response, _request, count) =>
      sendData(response, [{ id: String(count) }], {}, { ETag: `W/"${count}"` }),
    );
    const client = createClient({ url: server.url });
    const read = async () => (await client.GET('/v1/clusters')).data.data[0]?.id;
    expect([await read(), await read(), await read()]).to.eql(['1', '2', '3']);
    expect(server.requests[2]?.headers['if-none-match']).to.equal('W/"2"');
  });

  it('sends no If-None-Match without an ETag, or for another URL', async () => {
    await using server = await serve((response, request) =>
      sendData(response, [], {}, request.url === '/v1/teams' ? { ETag: '"1"' } : {}),
    );
    const client = createClient({ url: server.url });
    for (const path of ['/v1/clusters', '/v1/clusters', '/v1/teams'] as const) {
      await client.GET(path);
    }
    await client.GET('/v1/teams', { params: { query: { limit: 2 } } });
    const tags = server.requests.map(({ headers }) => headers['if-none-match']);
    expect(tags).to.eql([undefined, undefined, undefined, undefined]);
  });

  it('does not cache the pages after the first', async () => {
    await using server = await serve((response) => sendData(response, [], {}, { ETag: '"1"' }));
    const client = createClient({ url: server.url });
    for (const cursor of [undefined, 'x', undefined, 'x']) {
      await client.GET('/v1/teams', { params: { query: { cursor } } });
    }
    const tags = server.requests.map(({ headers }) => headers['if-none-match']);
    expect(tags).to.eql([undefined, undefined, '"1"', undefined]);
  });
});
