import { expect } from 'chai';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FsTree } from 'nx/src/generators/tree';
import generatePlugin from '../src/generate-plugin.ts';
import { linkIntoWorkspace } from '../src/link-into-workspace.ts';
import { type PluginOptions } from '../src/plugin-options.ts';

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
