import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ownersOfStacks } from '../src/loader/plugin-files.ts';

const root = join(import.meta.dirname, '../../..');
const throughFiles = (...files: string[]) =>
  Object.assign(new Error('no'), {
    stack: ['Error: no', ...files.map((file) => `    at run (${file}:1:1)`)].join('\n'),
  });
const inKernel = join(root, 'kernel/host/src/http/create-app.ts');
const inPackage = join(root, 'node_modules/pg/lib/client.js');

describe('the owner of a stack', () => {
  it('is the plugin of the innermost line and folder, its own packages included', () => {
    const { pluginOf } = ownersOfStacks([
      { name: 'outer', folder: '/plugins/outer' },
      { name: 'inner', folder: '/plugins/outer/inner' },
    ]);
    expect(pluginOf(throughFiles(inKernel, '/plugins/outer/inner/a.js'))).to.equal('inner');
    expect(pluginOf(throughFiles('/plugins/outer/node_modules/web/a.js'))).to.equal('outer');
    expect(pluginOf(throughFiles('/plugins/outer-two/a.js'))).to.equal(undefined);
    expect(pluginOf(undefined)).to.equal(undefined);
  });

  it('is no plugin at the root of a project, for the packages and the kernel of the project', () => {
    const { pluginOf, isOfKernel } = ownersOfStacks([{ name: 'loose', folder: root }]);
    expect(pluginOf(throughFiles(inPackage, inKernel))).to.equal(undefined);
    expect(isOfKernel(throughFiles(inPackage, inKernel))).to.equal(true);
    expect(pluginOf(throughFiles(join(root, 'loose.js')))).to.equal('loose');
  });

  it('is known still when the folder of a plugin is gone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'costplane-gone-'));
    const inFolder = throughFiles(join(await realpath(folder), 'index.js'));
    const { pluginOf } = ownersOfStacks([{ name: 'gone', folder }]);
    await rm(folder, { recursive: true });
    expect(pluginOf(inFolder)).to.equal('gone');
    expect(ownersOfStacks([{ name: 'gone', folder }]).pluginOf(throughFiles('/a.js'))).to.equal(
      undefined,
    );
  });
});
