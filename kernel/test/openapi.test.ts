import { expect } from 'chai';
import { join } from 'node:path';
import { assembleOpenApi } from '../src/openapi/assemble.ts';
import { loadPlugins } from '../src/plugin/load-plugins.ts';

const fixtures = join(import.meta.dirname, 'fixtures');

describe('OpenAPI document', () => {
  const assemble = async () =>
    assembleOpenApi(await loadPlugins([{ package: './echo' }], fixtures), 'https://cost.example');

  it('declares format, version and server as the contract says', async () => {
    const document = await assemble();
    expect(document.openapi).to.equal('3.1.0');
    expect(document.info.version).to.equal('v1');
    expect(document.servers).to.eql([{ url: 'https://cost.example' }]);
  });

  it('documents of a parameter what is validated', async () => {
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
      '#/components/responses/404.CLUSTER_NOT_FOUND.NODE_GROUP_NOT_FOUND',
    );
  });

  it('describes a shared shape once, and refers to it', async () => {
    const { components } = await assemble();
    expect(components.schemas).to.have.property('ErrorDetail');
    expect(JSON.stringify(components.responses)).to.contain('#/components/schemas/ErrorDetail');
  });
});
