import { expect } from 'chai';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FsTree } from 'nx/src/generators/tree';
import generatePlugin from '../src/generate-plugin.ts';
import { linkIntoWorkspace } from '../src/link-into-workspace.ts';
import { type PluginOptions } from '../src/plugin-options.ts';
import { run } from './support/run.ts';

const repository = join(import.meta.dirname, '../../../..');

/** What the generator says to options that it refuses. */
async function catchRefusal(options: PluginOptions, root = repository): Promise<string> {
  const tree = new FsTree(root, false);
  const failure = await generatePlugin(tree, options).then(
    () => undefined,
    (error: unknown) => error as Error,
  );
  expect(failure, `${JSON.stringify(options)} is not refused`).to.be.instanceOf(Error);
  expect(failure!.message).to.not.include('\n');
  expect(tree.listChanges()).to.eql([]);
  return failure!.message;
}

describe('the generator of plugins', () => {
  const malformed = ['', ' ', 'Flavors', 'costAnomalies', 'cost_anomalies', 'cost anomalies']
    .concat([
      '-flavors',
      'flavors-',
      'a--b',
      '1st',
      '../flavors',
      '..',
      '.',
      'a/b',
      'a\\b',
      '/tmp/x',
    ])
    .concat(['@acme/flavors', 'größe', 'flavors\n', 'flavors.ts', 'x'.repeat(51)]);
  for (const name of malformed) {
    it(`refuses the name ${JSON.stringify(name)}`, async () => {
      expect(await catchRefusal({ name })).to.include(
        `The name cannot be ${JSON.stringify(name)}: `,
      );
    });
  }

  for (const [option, values] of Object.entries({
    resource: ['', 'Volume', '../volume', 'a b'],
    path: ['', '/', 'v1/flavors', '/v1/Flavors', '/v1/flavors/', '/v1//x', '/v1/{id}', '/v1/a b'],
    scope: ['', 'flavors', 'Flavors:read', 'flavors:', ':read', 'flavors:read write', 'all'],
  })) {
    for (const value of values) {
      it(`refuses --${option}=${value}`, async () => {
        const message = await catchRefusal({ name: 'flavors', [option]: value });
        expect(message).to.include(`The --${option} cannot be "${value}": it must be `);
      });
    }
  }

  it('refuses a resource that would hide a type of TypeBox', async () => {
    expect(await catchRefusal({ name: 'types' })).to.equal(
      'The resource cannot be "type": TypeBox has a type Type. Choose another with --resource.',
    );
  });

  it('rejects a name with an existing folder, even an empty one', async () => {
    expect(await catchRefusal({ name: 'nodes' })).to.equal(
      'plugins/nodes already exists: choose another name, or remove the folder.',
    );
    const root = makeWorkspace({});
    mkdirSync(join(root, 'plugins/flavors'), { recursive: true });
    expect(await catchRefusal({ name: 'flavors' }, root)).to.include('already exists');
  });

  it('rejects a name whose package exists in another folder, or is installed', async () => {
    const root = makeWorkspace({
      'plugins/disks/package.json': '{"name":"@costplane/plugin-flavors"}',
    });
    expect(await catchRefusal({ name: 'flavors' }, root)).to.equal(
      'The package @costplane/plugin-flavors is plugins/disks: choose another name.',
    );
    const other = makeWorkspace({ 'node_modules/@costplane/plugin-flavors/package.json': '{}' });
    expect(await catchRefusal({ name: 'flavors' }, other)).to.equal(
      'The package @costplane/plugin-flavors is installed in node_modules: choose another name, or uninstall it.',
    );
  });

  it('refuses to run anywhere but in this workspace', async () => {
    const root = mkdtempSync(join(tmpdir(), 'costplane-generators-'));
    roots.push(root);
    expect(await catchRefusal({ name: 'flavors' }, root)).to.include(
      'docs/guides/write-a-plugin.md',
    );
  });

  it('says that the package is not linked when npm fails', () => {
    const root = makeWorkspace({ 'package.json': '{ "workspaces": ' });
    expect(() => linkIntoWorkspace(root)).to.throw(/^npm install failed: .* run npm install again/);
  });

  describe('checks for conflicts with existing plugins, and', () => {
    interface Listed {
      readonly routes: readonly string[];
      readonly scopes: readonly string[];
      readonly shared_scopes: readonly (string | { readonly scope: string })[];
    }
    let listed: Listed[];
    let operations: string[];

    before(async () => {
      const folders = globSync('plugins/*/package.json', { cwd: repository });
      const root = makeWorkspace({
        'all.yaml': `plugins:\n${folders
          .map((file) => `  - package: ${join(repository, file, '..')}\n`)
          .join('')}`,
      });
      const ask = async (...command: string[]) => {
        const args = ['tools/operate/cli/bin/costplane.js', ...command, '--json', '--config'];
        const { code, output } = await run(process.execPath, [...args, join(root, 'all.yaml')], {
          cwd: repository,
          env: process.env,
        });
        expect(code, output).to.equal(0);
        return JSON.parse(output);
      };
      listed = await ask('plugin', 'list');
      const { paths } = await ask('openapi');
      operations = Object.values(paths as Record<string, Record<string, { operationId: string }>>)
        .flatMap((item) => Object.values(item))
        .map(({ operationId }) => operationId);
    });

    it('refuses every path that a plugin has', async () => {
      const paths = listed
        .flatMap(({ routes }) => routes.map((route) => route.split(' ')[1]!))
        .filter((path) => /^(\/[a-z0-9-]+)+$/.test(path));
      expect(paths).to.include.members(['/v1/nodes', '/legacy/v1/overview', '/health']);
      for (const path of paths) {
        expect(await catchRefusal({ name: 'flavors', path })).to.include(
          `The path ${path} is taken (plugins/`,
        );
      }
    });

    it('refuses every scope that a plugin has', async () => {
      const scopes = listed.flatMap((plugin) => plugin.scopes);
      expect(scopes.length).to.be.above(9);
      for (const scope of scopes) {
        expect(await catchRefusal({ name: 'flavors', scope })).to.include(
          `The scope ${scope} is taken (plugins/`,
        );
      }
    });

    it('refuses every operation id that a plugin has', async () => {
      const names = operations
        .filter((id) => /^list[A-Z][A-Za-z]+$/.test(id))
        .map((id) =>
          id
            .slice('list'.length)
            .replaceAll(/(?<=.)[A-Z]/g, '-$&')
            .toLowerCase(),
        );
      expect(names).to.include.members(['node-groups', 'team-assignments', 'workloads']);
      const free = { path: '/v1/free', scope: 'free:read', resource: 'free' };
      for (const name of names) {
        expect(await catchRefusal({ name, ...free })).to.match(/is taken \(|already exists/);
      }
      expect(await catchRefusal({ name: 'node-groups', ...free })).to.equal(
        'The operation id listNodeGroups is taken (plugins/nodes): choose another name.',
      );
    });

    it('refuses a schema and an id that a plugin or the kernel has', async () => {
      expect(await catchRefusal({ name: 'flavors', resource: 'node-group' })).to.match(
        /^The schema NodeGroup is taken \(plugins\/.*\): choose another with --resource\.$/,
      );
      expect(await catchRefusal({ name: 'flavors', resource: 'money' })).to.include(
        'is taken (kernel',
      );
      const root = makeWorkspace({
        'plugins/disks/src/plugin.ts': "definePlugin({ id: 'flavors', })",
      });
      expect(await catchRefusal({ name: 'flavors' }, root)).to.equal(
        'The plugin id flavors is taken (plugins/disks): choose another name.',
      );
    });
  });

  const roots: string[] = [];
  after(() => {
    for (const root of roots) rmSync(root, { recursive: true });
  });

  /** A folder that looks like this workspace as far as the generator looks. */
  function makeWorkspace(files: Readonly<Record<string, string>>): string {
    const root = mkdtempSync(join(tmpdir(), 'costplane-generators-'));
    roots.push(root);
    const contract = 'kernel/plugin-api/package.json';
    const own = { [contract]: readFileSync(join(repository, contract)) };
    for (const [path, text] of Object.entries({ ...own, ...files })) {
      mkdirSync(join(root, path, '..'), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return root;
  }
});
