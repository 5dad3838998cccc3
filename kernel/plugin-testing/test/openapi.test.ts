import { expect } from 'chai';
import { join } from 'node:path';
import { Type } from 'typebox';
import { assembleOpenApi } from '@costplane/kernel';
import { defineRoute, open } from '@costplane/plugin-api';
import { loadPlugins } from '@costplane/kernel';
import { moneySchema, named } from '@costplane/plugin-api/schema';

interface Operation {
  description?: string;
  security?: object[];
  'x-required-scope'?: string;
}

const fixtures = join(import.meta.dirname, 'fixtures');
const publicUrl = 'https://cost.example';

const openRoute = {
  operationId: 'getPrice',
  method: 'get',
  path: '/v1/price',
  tag: 'Price',
  summary: 'A price',
  scope: open('prices are public'),
  response: named('Price', Type.Object({ price: moneySchema })),
  handler: () => ({ price: { amount: '1.0000', currency: 'USD' } }),
} as const;

describe('OpenAPI document', () => {
  const assemble = async () =>
    assembleOpenApi(await loadPlugins([{ package: './echo' }], fixtures), publicUrl);

  /** The document of a plugin with no scope, and with one route that needs no key. */
  const assembleOpen = async (route: object = {}) => {
    const loaded = await loadPlugins([{ package: './echo' }], fixtures);
    return assembleOpenApi(
      loaded.map((one) => ({
        ...one,
        plugin: { ...one.plugin, scopes: {} },
        routes: [defineRoute({ ...openRoute, ...route })],
      })),
      publicUrl,
    );
  };

  it('declares format, version and server', async () => {
    const document = await assemble();
    expect(document.openapi).to.equal('3.1.0');
    expect(document.info.version).to.equal('v1');
    expect(document.servers).to.eql([{ url: publicUrl }]);
  });

  it('gives the parameter cursor the bounds of issued cursors', async () => {
    const { paths, components } = assembleOpenApi(
      (await loadPlugins([{ package: './echo' }], fixtures)).map((one) => ({
        ...one,
        routes: [
          defineRoute({
            ...openRoute,
            paged: true,
            handler: () => ({ data: [], limit: 1 }),
          } as unknown as typeof openRoute),
        ],
      })),
      publicUrl,
    );
    const { parameters } = paths['/v1/price']!.get as {
      parameters: { name: string; schema: object }[];
    };
    const { Pagination } = components.schemas as Record<
      string,
      { properties: { next_cursor: { maxLength: number } } }
    >;
    expect(parameters.find(({ name }) => name === 'cursor')?.schema).to.eql({
      type: 'string',
      maxLength: 512,
    });
    expect(Pagination!.properties.next_cursor.maxLength).to.equal(512);
  });

  it('has a license and a contact', async () => {
    const { info } = await assemble();
    expect(info.license).to.eql({ name: 'Apache-2.0', identifier: 'Apache-2.0' });
    expect(info.contact).to.include({ url: publicUrl });
  });

  it('states the required scope of every operation, in text and machine-readable', async () => {
    const { paths } = await assemble();
    const operations = Object.values(paths).flatMap((path) => Object.values(path) as Operation[]);
    expect(operations).to.have.length.above(5);
    for (const operation of operations) {
      expect(operation.description).to.equal('Needs the scope `echo:read`.');
      expect(operation['x-required-scope']).to.equal('echo:read');
      expect(operation.security).to.eql([{ apiKey: [] }]);
    }
  });

  it('explains why an operation needs no key', async () => {
    const { paths } = await assembleOpen({ description: 'What it costs.' });
    const operation = paths['/v1/price']?.get as Operation;
    expect(operation.description).to.equal('What it costs.\n\nNeeds no key: prices are public.');
    expect(operation).to.not.have.property('x-required-scope');
    expect(operation.security).to.eql([]);
  });

  it('contains exactly the components that are referenced, also indirectly', async () => {
    const { components } = await assembleOpen();
    expect(components.schemas).to.have.all.keys('Price', 'Money', 'ErrorDetail');
    expect(components.headers).to.have.all.keys('X-Request-ID');
    expect(components.securitySchemes?.apiKey).to.deep.include({
      description: 'An API key of the organization.',
    });
    expect((await assembleOpen({ response: Type.String() })).components.schemas).to.have.all.keys(
      'ErrorDetail',
    );
  });

  it('documents the validation of parameters', async () => {
    const { paths } = await assemble();
    const { parameters, security } = paths['/v1/echo/{word}']?.get as {
      parameters: { name: string }[];
      security: object[];
    };
    const parameter = (name: string) => parameters.find((one) => one.name === name);
    expect(parameter('colour')).to.deep.include({
      in: 'query',
      required: false,
      style: 'form',
      explode: false,
    });
    expect(parameter('word')).to.deep.include({ in: 'path', required: true });
    expect(parameter('cost_mode')).to.deep.nested.include({
      'schema.default': 'fully_loaded',
      'schema.enum': ['fully_loaded', 'workload_only'],
    });
    expect(security).to.eql([{ apiKey: [] }]);
  });

  it('lists every error that a route can answer with, by status', async () => {
    const { paths } = await assemble();
    const { responses } = paths['/v1/clusters/{cluster_id}/echo/{name}']?.get as {
      responses: Record<string, { $ref?: string }>;
    };
    expect(Object.keys(responses)).to.have.members([
      '200',
      '400',
      '401',
      '403',
      '404',
      '414',
      '422',
      '429',
      '500',
      '503',
    ]);
    expect(responses['404']?.$ref).to.equal(
      '#/components/responses/ClusterNotFoundOrNodeGroupNotFound',
    );
  });

  it('describes shared error responses, each with an example', async () => {
    const { responses = {} } = (await assemble()).components;
    expect(Object.keys(responses)).to.include.members(['Forbidden', 'BadRequest']);
    const examples = Object.entries(responses).map(([name, response]) => {
      const { content } = response as { content: Record<string, { example: unknown }> };
      return [name, content['application/json']?.example];
    });
    expect(Object.fromEntries(examples).Forbidden).to.deep.nested.include({
      data: null,
      'error.code': 'FORBIDDEN',
      'error.message': 'The API key lacks the scope that this endpoint requires: echo:read.',
    });
    for (const [name, example] of examples) {
      expect(name).to.match(/^[A-Za-z]+$/);
      expect(example).to.have.nested.property('error.message').that.matches(/\.$/);
    }
  });

  it('describes a shared shape once, and refers to it', async () => {
    const { components } = await assemble();
    expect(components.schemas).to.have.property('ErrorDetail');
    expect(JSON.stringify(components.responses)).to.contain('#/components/schemas/ErrorDetail');
  });
});
