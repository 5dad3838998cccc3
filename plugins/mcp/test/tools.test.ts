import { expect } from 'chai';
import { type Client } from '@modelcontextprotocol/client';
import { type TestApplication } from '@costplane/plugin-testing';
import { limitArgument, readWindow } from '../src/composed/arguments.ts';
import { composeTool } from '../src/composed/composition.ts';
import { bootMcp, call, connect, type Revision, revisions } from './mcp-application.ts';

for (const revision of Object.keys(revisions) as Revision[]) {
  describe(`tools, for a client of ${revision}`, () => {
    let app: TestApplication;
    let organization: string;
    let client: Client;

    before(async () => {
      app = await bootMcp();
      organization = await app.createOrganization('acme');
      client = await connectWith(['gadgets:read', 'parts:read']);
    });
    after(async () => {
      await client.close();
      await app.stop();
    });

    const connectWith = async (scopes: string[], options = {}) => {
      const key = await app.createKey(organization, {
        scopes,
        requestsPerMinute: 1_000,
        ...options,
      });
      return connect(app, key, revision);
    };

    it('are the operations that answer JSON in the envelope to a key', async () => {
      const { tools } = await client.listTools();
      expect(client.getServerVersion()).to.include({ name: 'costplane' });
      expect(tools.map(({ name }) => name)).to.eql([
        'listGadgets',
        'getGadget',
        'getParts',
        'queryGadgets',
      ]);
    });

    it('are described from the OpenAPI document, and read-only', async () => {
      const [list, , parts, query] = (await client.listTools()).tools;
      expect(list).to.deep.include({
        title: 'List gadgets',
        description: 'List gadgets.\n\nAll of them, by name.\n\nNeeds the scope `gadgets:read`.',
        annotations: {
          title: 'List gadgets',
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        },
      });
      const { properties = {}, required } = list!.inputSchema;
      expect(Object.keys(properties)).to.eql(['colour', 'limit', 'cursor', 'include_total']);
      expect(properties.colour).to.deep.include({
        type: 'array',
        items: { type: 'string', enum: ['red', 'blue'] },
        description: 'Colors of gadgets.',
      });
      expect(properties.limit).to.deep.include({ type: 'integer', default: 25 });
      expect(required).to.eql([]);
      expect(parts!.inputSchema.required).to.eql(['cluster_id']);
      expect(Object.keys(query!.inputSchema.properties ?? {})).to.eql([
        'page',
        'per_page',
        'filter',
      ]);
      expect(query!.inputSchema.properties?.per_page).to.include({ default: 10 });
    });

    it('are those of the scopes of the key', async () => {
      const other = await connectWith(['parts:read']);
      const { tools } = await other.listTools();
      expect(tools.map(({ name }) => name)).to.eql(['getParts']);
      const failure = await call(other, 'listGadgets').catch((error: unknown) => error as Error);
      expect(failure)
        .to.be.an('error')
        .with.property('message')
        .that.contains('Unknown tool listGadgets');
      await other.close();
    });

    it('page by cursor, with a hint to the next page', async () => {
      const names: string[] = [];
      let given: Record<string, unknown> = { colour: ['red', 'blue'] };
      for (let pages = 0; pages < 2; pages += 1) {
        const { json, hint } = await call(client, 'listGadgets', given);
        const { data, meta } = JSON.parse(json);
        names.push(...data.map(({ name }: { name: string }) => name));
        const cursor = meta.pagination.next_cursor;
        if (pages === 0)
          expect(hint)
            .to.match(/^More rows follow\..*cursor "/)
            .and.contain(cursor);
        else expect(hint).to.equal(undefined);
        given = { ...given, cursor };
      }
      expect(names)
        .to.have.lengthOf(40)
        .and.to.satisfy((all: string[]) => new Set(all).size === 40);
    });

    it('page by number, with the arguments in the body', async () => {
      const first = await call(client, 'queryGadgets');
      expect(JSON.parse(first.json).data.pagination).to.eql({ page: 1, total_pages: 4 });
      expect(first.hint).to.contain('page 1 of 4').and.contain('page 2');
      const last = await call(client, 'queryGadgets', { page: 4 });
      expect(last.hint).to.equal(undefined);
      const filter = { names: ['gadget-07'] };
      const { json } = await call(client, 'queryGadgets', { filter });
      expect(JSON.parse(json).data.rows).to.eql([{ name: 'gadget-07', colour: 'blue' }]);
    });

    it('encode any name in a path', async () => {
      for (const name of ['a', 'a b', 'ü?x=1#y', '100%']) {
        const { json } = await call(client, 'getGadget', { name });
        expect(JSON.parse(json).data.name).to.equal(name);
      }
      const { json } = await call(client, 'getGadget', { name: 'half \ud800' });
      expect(JSON.parse(json).data.name).to.equal('half \ufffd');
    });

    it('report errors of the API with code, message and request id', async () => {
      const cluster = crypto.randomUUID();
      await app.insert('clusters', { organization_id: organization, id: cluster, name: cluster });
      const confined = await connectWith(['parts:read'], { allowedClusterIds: [] });
      const cases = [
        [client, 'listGadgets', { colour: 'green' }, 'VALIDATION_ERROR', 'colour'],
        [client, 'listGadgets', { limit: 0 }, 'BAD_REQUEST', 'limit'],
        [client, 'listGadgets', { sort: 'name' }, 'BAD_REQUEST', 'sort'],
        [client, 'queryGadgets', { per_page: 'ten' }, 'BAD_REQUEST', 'per_page'],
        [client, 'queryGadgets', { sort: 'name' }, 'BAD_REQUEST', 'sort'],
        [client, 'getParts', { cluster_id: 'nonsense' }, 'INVALID_CLUSTER_ID', 'cluster_id'],
        [
          client,
          'getParts',
          { cluster_id: crypto.randomUUID() },
          'CLUSTER_NOT_FOUND',
          'cluster_id',
        ],
        [client, 'getParts', { cluster_id: '../gadgets' }, 'INVALID_CLUSTER_ID', 'cluster_id'],
        [confined, 'getParts', { cluster_id: cluster }, 'CLUSTER_ACCESS_DENIED', cluster],
      ] as const;
      for (const [by, name, given, code, field] of cases) {
        const { isError, json } = await call(by, name, given);
        const { error, meta } = JSON.parse(json);
        expect([isError, error.code], json).to.eql([true, code]);
        expect(error.message, json).to.contain(field);
        expect(meta.request_id).to.match(/^req_/);
      }
      const { isError, json } = await call(client, 'getParts');
      expect(isError).to.equal(true);
      expect(JSON.parse(json).error.message).to.equal('cluster_id is required.');
      await confined.close();
    });

    it('ignore null for an argument that is not a field of a body', async () => {
      const { json } = await call(client, 'listGadgets', { colour: null, limit: null });
      expect(JSON.parse(json).data).to.have.lengthOf(25);
      for (const name of [null, '']) {
        const path = await call(client, 'getGadget', { name });
        expect(JSON.parse(path.json).error.message).to.equal('name is required.');
      }
      const body = await call(client, 'queryGadgets', { filter: null });
      expect(JSON.parse(body.json).error.message).to.contain('filter');
    });

    it('limit the size of results', async () => {
      const cluster = crypto.randomUUID();
      await app.insert('clusters', { organization_id: organization, id: cluster, name: 'big' });
      expect(await call(client, 'getParts', { cluster_id: cluster })).to.have.property(
        'isError',
        false,
      );
      const { isError, json } = await call(client, 'getParts', {
        cluster_id: cluster,
        size: 'large',
      });
      expect(isError).to.equal(true);
      expect(json).to.match(/^The response has 100\d{3} bytes, but a tool returns at most 49152\./);
      expect(json).to.contain('Request less');
    });
  });
}

describe('tools, as configured', () => {
  let app: TestApplication;
  before(async () => (app = await bootMcp({ pageSize: 3, maxAnswerBytes: 4_096 })));
  after(() => app.stop());

  it('have the configured page size, and suggest a size that fits', async () => {
    const organization = await app.createOrganization('acme');
    const client = await connect(
      app,
      await app.createKey(organization, { scopes: ['gadgets:read'] }),
    );
    const { tools } = await client.listTools();
    expect(tools[0]?.inputSchema.properties?.limit).to.include({ default: 3 });
    expect(JSON.parse((await call(client, 'listGadgets')).json).data).to.have.lengthOf(3);
    await client.close();
  });

  it('end yesterday if they are composed, but not before they start', () => {
    const now = new Date('2026-07-15T10:00:00Z');
    for (const [start, end] of [
      ['2026-07-01', '2026-07-14'],
      ['2026-07-15', '2026-07-15'],
    ]) {
      expect(readWindow({ start_date: start }, now)).to.eql({ start_date: start, end_date: end });
    }
  });

  it('suggest a size that fits if they are composed and have no arguments', async () => {
    const tool = composeTool(
      {
        name: 'compare_gadgets',
        title: 'Compare gadgets',
        description: '',
        needs: [],
        describeArguments: () => ({ limit: limitArgument('Number of gadgets.') }),
        compose: ({ limit }) => Promise.resolve({ rows: 'x'.repeat(Number(limit) * 300) }),
      },
      {},
      { pageSize: 3, maxAnswerBytes: 4_096, allowedOrigins: [] },
    );
    const caller = { send: () => Promise.reject(new Error('sends nothing')), now: new Date() };
    for (const given of [{}, { limit: null }]) {
      const result = await tool?.call(given, caller);
      expect(JSON.stringify(result)).to.contain('Request fewer rows with limit 5,');
    }
  });
});
