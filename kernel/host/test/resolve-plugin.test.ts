import { expect } from 'chai';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadPlugins } from '../src/loader/load-plugins.ts';
import { resolvePlugin } from '../src/loader/resolve-plugin.ts';

const plugin = (id: string) => `
import { definePlugin } from '@costplane/plugin-api';
import { Type } from 'typebox';
export default definePlugin({ id: '${id}', config: Type.Object({}), routes: [] });
`;

describe('the location of a plugin', () => {
  let folder: string;
  before(async () => (folder = await realpath(await mkdtemp(join(tmpdir(), 'costplane-find-')))));
  after(() => rm(folder, { recursive: true }));

  async function write(path: string, content: string | object): Promise<void> {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  }

  /** Makes a package with a manifest and files that hold nothing. */
  async function add(path: string, manifest: object, ...files: string[]): Promise<void> {
    await write(`${path}/package.json`, manifest);
    for (const file of files) await write(`${path}/${file}`, '');
  }

  const entryOf = async (name: string) =>
    (await resolvePlugin(name, folder)).replace(`${folder}/`, '');
  const refusalOf = (name: string) =>
    resolvePlugin(name, folder).then(
      (entry) => `found at ${entry}`,
      (error: unknown) => (error as Error).message,
    );

  const conditional = {
    '.': {
      types: './types.d.ts',
      node: { require: './node.cjs', import: './node.mjs' },
      default: './elsewhere.js',
    },
    './second': { import: './second.js' },
  };
  const shapes: [what: string, manifest: object, entry: string][] = [
    ['exports as one path', { exports: './a.js' }, 'a.js'],
    ['exports for import alone, in short', { exports: { import: './a.js' } }, 'a.js'],
    ['exports of one entry, for import alone', { exports: { '.': { import: './a.js' } } }, 'a.js'],
    ['exports that depend on the platform', { exports: conditional }, 'node.mjs'],
    ['exports with an alternative', { exports: ['./a.js', './b.js'] }, 'a.js'],
    ['main without an ending', { main: 'lib/start' }, 'lib/start.js'],
    ['main that is a folder', { main: './lib' }, 'lib/index.js'],
    ['nothing but an index.js', {}, 'index.js'],
  ];
  const files = ['a.js', 'b.js', 'node.mjs', 'node.cjs', 'second.js', 'index.js'].concat([
    'elsewhere.js',
    'lib/start.js',
    'lib/index.js',
  ]);

  shapes.forEach(([what, manifest, entry], index) => {
    it(`is the same as a package and as a folder: ${what}`, async () => {
      const name = `costplane-shape-${index}`;
      await add(`node_modules/${name}`, { name, ...manifest }, ...files);
      await add(`folders/${index}`, { name, ...manifest }, ...files);
      expect(await entryOf(name)).to.equal(`node_modules/${name}/${entry}`);
      expect(await entryOf(`./folders/${index}`)).to.equal(`folders/${index}/${entry}`);
    });
  });

  it('may be one of several entries of a package', async () => {
    const name = '@vendor/several';
    await add(`node_modules/${name}`, { name, exports: conditional }, ...files);
    expect(await entryOf(`${name}/second`)).to.equal(`node_modules/${name}/second.js`);
  });

  const refusals: [what: string, name: string, message: RegExp][] = [
    [
      'a tarball, which npm installs',
      './plugin-1.0.0.tgz',
      /plugin-1\.0\.0\.tgz is a tarball: run/,
    ],
    ['a folder without package.json', './bare', /bare has no package\.json$/],
    ['a package.json that is not JSON', './torn', /torn\/package\.json is not JSON$/],
    ['a package.json without a name', './nameless', /nameless\/package\.json has no name$/],
    ['a folder without an entry', './hollow', /neither exports nor main .* nor an index\.js$/],
    [
      'a folder that is not built',
      './unbuilt',
      /points to .*unbuilt\/dist\/index\.js, which does not exist; has it been built\?$/,
    ],
    [
      'a package that is not built',
      'costplane-unbuilt',
      /points to .*dist\/index\.js, which does not exist/,
    ],
    ['a package for require alone', 'costplane-require', /exports nothing that can be imported$/],
    ['a module of Node.js', 'fs', /^it is a built-in module of Node\.js$/],
    ['a URL', 'https://example.com/plugin.js', /^plugins cannot be loaded from a URL$/],
    ['what is nowhere', 'costplane-nowhere', /^it is not installed$/],
  ];
  before(async () => {
    await write('plugin-1.0.0.tgz', '');
    await write('bare/index.js', '');
    await write('torn/package.json', '{');
    await add('nameless', { exports: './index.js' }, 'index.js');
    await add('hollow', { name: 'costplane-hollow' });
    for (const path of ['unbuilt', 'node_modules/costplane-unbuilt']) {
      await add(path, { name: 'costplane-unbuilt', exports: './dist/index.js' });
    }
    const require = { name: 'costplane-require', exports: { require: './a.js' } };
    await add('node_modules/costplane-require', require, 'a.js');
  });
  for (const [what, name, message] of refusals) {
    it(`refuses ${what}`, async () => {
      const refusal = await refusalOf(name);
      expect(refusal).to.match(message).and.not.contain('\n');
    });
  }

  describe('the kernel that a plugin imports', () => {
    const manifest = (name: string, more: object = {}) => ({
      name,
      version: '1.0.0',
      type: 'module',
      exports: './index.js',
      peerDependencies: { '@costplane/plugin-api': '^1.0.0' },
      ...more,
    });
    const addCopyOfKernel = async (path: string) => {
      const exports = { '.': './index.js', './schema': './index.js' };
      await add(`${path}/node_modules/@costplane/plugin-api`, {
        name: '@costplane/plugin-api',
        version: '1.9.0',
        type: 'module',
        exports,
      });
      await write(
        `${path}/node_modules/@costplane/plugin-api/index.js`,
        'throw new Error("a second kernel was loaded")',
      );
    };

    it('is the host’s, also where another copy is installed beside it', async () => {
      await add('copied', manifest('costplane-copied'));
      await write('copied/index.js', plugin('copied'));
      await addCopyOfKernel('copied');
      const [loaded] = await loadPlugins([{ package: './copied' }], folder);
      expect(loaded?.plugin.id).to.equal('copied');
    });

    it('is the host’s for a CommonJS plugin too, as are Kysely and TypeBox', async () => {
      await add('common', manifest('costplane-common', { type: 'commonjs' }));
      await write(
        'common/index.js',
        `const { definePlugin } = require('@costplane/plugin-api');
        const { sql } = require('kysely');
        const { Type } = require('typebox');
        module.exports = definePlugin({ id: 'common', config: Type.Object({}), routes: [] });`,
      );
      await addCopyOfKernel('common');
      const [loaded] = await loadPlugins([{ package: './common' }], folder);
      expect(loaded?.plugin.id).to.equal('common');
    });

    it('is not replaced by a package that the plugin has installed itself', async () => {
      await add('typed', manifest('costplane-typed'));
      await write('typed/index.js', plugin('typed').replace("id: 'typed'", 'id: Type.id'));
      const own = { name: 'typebox', version: '0.0.1', type: 'module', exports: './index.js' };
      await add('typed/node_modules/typebox', own);
      await write(
        'typed/node_modules/typebox/index.js',
        "export const Type = { id: 'own', Object: () => ({ type: 'object' }) };",
      );
      const [loaded] = await loadPlugins([{ package: './typed' }], folder);
      expect(loaded?.plugin.id).to.equal('own');
    });
  });
});
