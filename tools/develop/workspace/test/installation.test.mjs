import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { isInstalled } from '../installation.mjs';
import { root as repository } from '../repository.mjs';

const lock = {
  packages: {
    '': { name: 'root' },
    'node_modules/chai': { version: '6.3.0', integrity: 'sha512-a' },
    'node_modules/@costplane/kernel': { resolved: 'kernel/host', link: true },
    'node_modules/binary-darwin': { version: '1.0.0', integrity: 'sha512-b', optional: true },
  },
};
const installed = () => ({
  packages: {
    'node_modules/chai': { version: '6.3.0', integrity: 'sha512-a' },
    'node_modules/@costplane/kernel': { resolved: 'kernel/host', link: true },
  },
});

describe('an installation', () => {
  let root;
  const record = (packages) =>
    writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify(packages));

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'installation-'));
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock));
    mkdirSync(join(root, 'node_modules'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('is missing without a record of npm, which writes it last', () => {
    expect(isInstalled(root)).to.equal(false);
  });

  it('is current without the optional packages of other platforms', () => {
    record(installed());
    expect(isInstalled(root)).to.equal(true);
  });

  for (const [title, change] of [
    ['is missing', (packages) => delete packages['node_modules/chai']],
    ['has another version', (packages) => (packages['node_modules/chai'].version = '6.4.0')],
    ['has other contents', (packages) => (packages['node_modules/chai'].integrity = 'sha512-x')],
    [
      'of the workspace has moved',
      (packages) => (packages['node_modules/@costplane/kernel'].resolved = 'kernel'),
    ],
  ]) {
    it(`is not current when a package ${title}`, () => {
      const changed = installed();
      change(changed.packages);
      record(changed);
      expect(isInstalled(root)).to.equal(false);
    });
  }

  it('of this repository is current', () => {
    expect(isInstalled(repository)).to.equal(true);
  });
});
