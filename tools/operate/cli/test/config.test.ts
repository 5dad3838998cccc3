import { expect } from 'chai';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { costplane, makeFolder, type Outcome } from './costplane.ts';

interface OpenApi {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, unknown>;
}

const vendorPlugin = `
import { definePlugin, defineRoute, open } from '@costplane/plugin-api';
export default definePlugin({
  id: 'vendor',
  routes: [
    defineRoute({
      method: 'get', path: '/v1/organization', operationId: 'vendorOrganization',
      tag: 'Vendor', summary: 'Claims a path', scope: open('a test'),
      response: { type: 'object' }, handler: () => ({}),
    }),
  ],
});
`;

describe('costplane, the config and its plugins', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  before(async () => {
    folder = await makeFolder();
    await addPlugin('vendor', '^1.0.0');
    await addPlugin('future', '^2.0.0');
  });
  after(() => folder.remove());

  async function addPlugin(name: string, kernelRange: string) {
    const path = join(folder.path, name);
    await mkdir(path);
    await writeFile(join(path, 'index.js'), vendorPlugin);
    await writeFile(
      join(path, 'package.json'),
      JSON.stringify({
        name: `costplane-${name}`,
        version: '0.3.0',
        type: 'module',
        exports: './index.js',
        peerDependencies: { '@costplane/plugin-api': kernelRange },
      }),
    );
  }

  const run = (...args: string[]) => costplane(args, { folder: folder.path });

  async function runWith(config: string, ...args: string[]) {
    const file = await writeConfig(config);
    return run(...args, '--config', file);
  }

  let configs = 0;
  async function writeConfig(config: string): Promise<string> {
    configs += 1;
    const file = `test-${configs}.yaml`;
    await writeFile(join(folder.path, file), config);
    return file;
  }

  it('openapi prints the document of all default plugins without a config', async () => {
    const { code, stderr, json } = await run('openapi');
    const document = json() as OpenApi;
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    expect(document.openapi).to.equal('3.1.0');
    expect(document.paths).to.include.keys(
      '/health/ready',
      '/v1/organization',
      '/v1/clusters',
      '/v1/workloads',
      '/v1/nodes',
      '/v1/recommendations',
      '/v1/teams',
      '/v1/clusters/{cluster_id}/cost-trend',
      '/v1/cost-explorer/query',
      '/v1/exports/focus',
    );
    const yaml = await run('openapi', '--yaml');
    expect(parse(yaml.stdout)).to.deep.equal(document);
  });

  it('openapi uses the plugins and the public URL of the config', async () => {
    const { json } = await runWith(
      `server: { publicUrl: 'https://cost.example/' }
plugins: [{ package: '@costplane/plugin-health' }]`,
      'openapi',
    );
    const document = json() as OpenApi;
    expect(document.servers).to.deep.equal([{ url: 'https://cost.example' }]);
    expect(document.paths).to.not.include.keys('/v1/clusters');
  });

  it('plugin list shows the routes and the origin of each plugin', async () => {
    const config = `plugins: [{ package: ./vendor }, { package: '@costplane/plugin-clusters' }]`;
    const { code, json } = await runWith(config, 'plugin', 'list', '--json');
    const [vendor, clusters] = json() as Record<string, unknown>[];
    expect(vendor).to.deep.equal({
      name: 'costplane-vendor',
      version: '0.3.0',
      kernel_range: '^1.0.0',
      routes: ['GET /v1/organization'],
      left_out: [],
      scopes: [],
      shared_scopes: [],
      loaded_from: join(folder.path, 'vendor'),
    });
    expect(clusters).to.include({ name: '@costplane/plugin-clusters', kernel_range: '^1.0.0' });
    expect(clusters?.scopes).to.deep.equal(['clusters:read', 'namespaces:read']);
    expect(code).to.equal(0);
    const text = await runWith(config, 'plugin', 'list');
    expect(text.stdout).to.include('costplane-vendor 0.3.0 (kernel ^1.0.0)');
    expect(text.stdout).to.not.include('left out');
  });

  it('plugin list shows overridden routes, and by which plugin', async () => {
    const config = `plugins:
  - { package: '@costplane/plugin-legacy', config: { prefix: '' } }
  - package: '@costplane/plugin-clusters'
  - package: '@costplane/plugin-nodes'`;
    const { json } = await runWith(config, 'plugin', 'list', '--json');
    const [older] = json() as { routes: string[]; left_out: unknown; shared_scopes: string[] }[];
    expect(older?.left_out).to.deep.equal([
      { route: 'GET /v1/namespaces', taken_by: '@costplane/plugin-clusters' },
      { route: 'GET /v1/nodes', taken_by: '@costplane/plugin-nodes' },
      { route: 'GET /v1/node-groups', taken_by: '@costplane/plugin-nodes' },
    ]);
    expect(older?.routes).to.have.length(8).and.not.include('GET /v1/nodes');
    expect(older?.shared_scopes).to.deep.equal(['namespaces:read', 'nodes:read']);
    const { stdout } = await runWith(config, 'plugin', 'list');
    expect(stdout).to.include(`
  shares    namespaces:read, nodes:read
  routes    GET /v1/namespaces/{namespace_name}/details
`);
    expect(stdout).to.include(`
  left out  GET /v1/namespaces: @costplane/plugin-clusters serves this path
            GET /v1/nodes: @costplane/plugin-nodes serves this path
            GET /v1/node-groups: @costplane/plugin-nodes serves this path
`);
  });

  it('key create refuses each scope that no plugin of its config has', async () => {
    const config = `plugins: [{ package: '@costplane/plugin-health' }]`;
    const scopes = ['--scope', 'nodes:read', 'clusters:read', 'nodes:read'];
    const { code, stderr } = await runWith(config, 'key', 'create', '--org', 'acme', ...scopes);
    expect(stderr).to.equal(
      'costplane: No loaded plugin has the scope "nodes:read" or "clusters:read"; ' +
        'no configured plugin has any scope\n',
    );
    expect(code).to.equal(1);
  });

  const refusals: [what: string, config: string, ...messages: RegExp[]][] = [
    [
      'an unknown key',
      `plugins: [{ package: '@costplane/plugin-health' }]\nserver:\n  prot: 1`,
      /test-\d+\.yaml:3:\d+: .*"prot"/,
    ],
    ['what is not YAML', 'plugins: [', /test-\d+\.yaml:1:\d+: is not YAML/],
    [
      'each plugin that is not there',
      `plugins: [{ package: costplane-none }, { package: ./none }]`,
      /plugin costplane-none .*cannot be found/,
      /plugin \.\/none .*cannot be found/,
    ],
    [
      'a plugin for another kernel',
      'plugins: [{ package: ./future }]',
      /plugin costplane-future .*supports kernel \^2\.0\.0/,
    ],
    [
      'two plugins that claim one path',
      `plugins: [{ package: '@costplane/plugin-organization' }, { package: ./vendor }]`,
      /plugin costplane-vendor: claims the path GET \/v1\/organization, which @costplane\/plugin-organization has/,
    ],
  ];
  const refused = new Map<string, Outcome>();
  before(async () => {
    await Promise.all(
      refusals.map(async ([what, config]) =>
        refused.set(what, await runWith(config, 'plugin', 'list', '--json')),
      ),
    );
  });
  for (const [what, , ...messages] of refusals) {
    it(`rejects ${what} in one line`, () => {
      const { code, stdout, stderr } = refused.get(what)!;
      const lines = stderr.trimEnd().split('\n');
      expect(lines).to.have.length(messages.length);
      messages.forEach((message, index) => {
        expect(lines[index])
          .to.match(/^costplane: /)
          .and.match(message);
      });
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
    });
  }

  it('explains how to name a config file if the given one does not exist', async () => {
    const { code, stderr } = await run('openapi', '--config', 'none.yaml');
    expect(stderr).to.match(
      /^costplane: [^\n]*none\.yaml: the config file does not exist[^\n]*--config[^\n]*\n$/,
    );
    expect(code).to.equal(1);
  });

  it('shows a stack only with --debug', async () => {
    const debugged = await run('openapi', '--config', 'none.yaml', '--debug');
    expect(debugged.stderr).to.match(/^costplane: [^\n]+\nStartupError: [\s\S]+\n {4}at /);
  });
});
