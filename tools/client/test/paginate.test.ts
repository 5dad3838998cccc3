import { expect } from 'chai';
import { createClient, paginate, paginateCosts } from '../src/index.ts';
import { sendData, sendError, sendJson, serve } from './support/serve.ts';

const pagination = (next?: string) => ({
  pagination: { has_more: next !== undefined, limit: 2, next_cursor: next },
});

describe('paginate', () => {
  it('gives every row, keeps the filters and asks for 500 rows a page', async () => {
    const pages: Record<string, [string[], string?]> = {
      '': [['a', 'b'], 'x+/='],
      'x+/=': [['c'], 'y'],
      y: [['d']],
    };
    await using server = await serve((response, request) => {
      const cursor = new URL(request.url ?? '', 'http://x').searchParams.get('cursor') ?? '';
      const [ids = [], next] = pages[cursor] ?? [];
      sendData(
        response,
        ids.map((id) => ({ id })),
        pagination(next),
      );
    });
    const client = createClient({ url: server.url });
    const query = { environment: ['production' as const] };
    const found: string[] = [];
    for await (const { id } of paginate(client, '/v1/clusters', { params: { query } })) {
      found.push(id);
    }
    expect(found).to.eql(['a', 'b', 'c', 'd']);
    expect(server.requests.map(({ url }) => url)).to.eql([
      '/v1/clusters?limit=500&environment=production',
      '/v1/clusters?limit=500&environment=production&cursor=x%2B%2F%3D',
      '/v1/clusters?limit=500&environment=production&cursor=y',
    ]);
  });

  it('fills in path parameters, and requests only needed pages', async () => {
    await using server = await serve((response) =>
      sendData(response, [{ id: 'a' }], pagination('more')),
    );
    const client = createClient({ url: server.url });
    const params = { path: { cluster_id: 'c 1' }, query: { limit: 1 } };
    for await (const { id } of paginate(client, '/v1/clusters/{cluster_id}/nodes', { params })) {
      expect(id).to.equal('a');
      break;
    }
    expect(server.requests.map(({ url }) => url)).to.eql(['/v1/clusters/c%201/nodes?limit=1']);
  });

  it('throws the error of a page', async () => {
    await using server = await serve((response, _request, count) =>
      count === 1
        ? sendData(response, [{ id: 'a' }], pagination('old'))
        : sendError(response, 410, 'CURSOR_EXPIRED'),
    );
    const rows = paginate(createClient({ url: server.url }), '/v1/teams');
    expect((await rows.next()).done).to.equal(false);
    const error = await rows.next().catch((thrown: unknown) => thrown);
    expect(error).to.include({ name: 'CostplaneError', code: 'CURSOR_EXPIRED' });
  });
});

describe('paginateCosts', () => {
  it('gives every row of every page', async () => {
    const asked: unknown[] = [];
    await using server = await serve((response, request, count) => {
      request.on('data', (body: Buffer) => asked.push(JSON.parse(body.toString())));
      request.on('end', () => {
        const pagination = { page: count, per_page: 1, total_rows: 2, total_pages: 2 };
        const data = { rows: [{ namespace: `n${count}` }], summary: {}, pagination };
        sendJson(response, 200, { success: true, data, request_id: 'req_1' });
      });
    });
    const client = createClient({ url: server.url });
    const found: unknown[] = [];
    for await (const row of paginateCosts(client, { group_by: 'namespace' })) {
      found.push(row.namespace);
    }
    expect(found).to.eql(['n1', 'n2']);
    expect(asked).to.eql([
      { per_page: 500, group_by: 'namespace', page: 1 },
      { per_page: 500, group_by: 'namespace', page: 2 },
    ]);
  });
});
