import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { assemble } from './support/edition.ts';
import { readText, repository } from './support/repository.ts';
import { vendorFolder } from './support/vendor-tarball.ts';

describe('a list of plugins that cannot be an edition', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'costplane-image-'))));
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const refused: Record<string, [plugins: string, message: RegExp]> = {
    'names no plugin': [' ', /^assemble-edition: the edition has no plugin; .*PLUGINS/],
    'names one twice': ['health clusters health', /health is named twice/],
    'names what is neither ours nor says its version': [
      'health organisation',
      /organisation is none of allocation, clusters, .*; a package of the registry is named with its version \(organisation@1\.0\.0\)/,
    ],
    'names a scope without a version': [
      '@acme/plugin-x',
      /@acme\/plugin-x is none of .*@acme\/plugin-x@1\.0\.0/,
    ],
    'names a path where nothing is': [
      './vendor/missing.tgz',
      /nothing at .*vendor\/missing\.tgz; put the tarball/,
    ],
    'names a path outside of the build': [
      '../secret',
      /\.\.\/secret is outside of .*; put it below, in vendor\//,
    ],
  };
  for (const [what, [plugins, message]] of Object.entries(refused)) {
    it(`is refused in one line when it ${what}`, async () => {
      const { code, stderr } = await assemble(plugins, join(folder, 'app'));
      expect(code).to.equal(1);
      expect(stderr).to.match(message);
      expect(stderr.trimEnd().split('\n')).to.have.length(1);
    });
  }

  it('is refused over a folder with something in it, which stays as it is', async () => {
    writeFileSync(join(folder, 'mine'), '');
    const { code, stderr } = await assemble('health', folder);
    expect(code).to.equal(1);
    expect(stderr).to.contain(`${folder} is not empty; name a new folder with --out`);
  });

  it('is refused with the name of a plugin that this kernel does not load', async function () {
    this.timeout(300_000);
    const cache = join(repository, 'node_modules/.cache/costplane-packaging');
    mkdirSync(cache, { recursive: true });
    const plugin = mkdtempSync(join(cache, 'vendor-'));
    try {
      cpSync(join(repository, vendorFolder), plugin, { recursive: true });
      const manifest = readText(`${vendorFolder}/package.json`).replace('^1.0.0', '^2.0.0');
      writeFileSync(join(plugin, 'package.json'), manifest);
      const { code, stderr } = await assemble(`health ${plugin}`, join(folder, 'app'));
      expect(code).to.equal(1);
      expect(stderr).to.match(/costplane-plugin-hello .*is for kernel \^2\.0\.0/);
      expect(stderr).to.match(
        /assemble-edition: loading the edition failed .*correct the list of plugins\n$/,
      );
    } finally {
      rmSync(plugin, { recursive: true });
    }
  });
});
