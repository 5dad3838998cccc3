import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import {
  forgetInstallation,
  installStamp,
  installedMatchesLock,
  isInstalled,
  recordInstallation,
} from '../installation.mjs';

const lock = {
  packages: {
    '': { name: 'root' },
    'node_modules/chai': { version: '6.3.0', integrity: 'sha512-a' },
    'node_modules/@costplane/kernel': { resolved: 'kernel', link: true },
    'node_modules/binary-darwin': { version: '1.0.0', integrity: 'sha512-b', optional: true },
  },
};
const installed = {
  packages: { 'node_modules/chai': { version: '6.3.0', integrity: 'sha512-a' } },
};

describe('installed packages against the lock file', () => {
  it('match without the optional packages of other platforms', () => {
    expect(installedMatchesLock(lock, installed)).to.equal(true);
  });

  it('do not match when a package is missing or has another version', () => {
    const other = {
      packages: { 'node_modules/chai': { version: '6.2.0', integrity: 'sha512-a' } },
    };
    expect(installedMatchesLock(lock, { packages: {} }), 'missing').to.equal(false);
    expect(installedMatchesLock(lock, other), 'other version').to.equal(false);
  });

  it('do not match when a package has other contents', () => {
    const other = {
      packages: { 'node_modules/chai': { version: '6.3.0', integrity: 'sha512-x' } },
    };
    expect(installedMatchesLock(lock, other)).to.equal(false);
  });
});

describe('installation', () => {
  let root;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'installation-'));
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock));
    mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
    writeFileSync(join(root, 'node_modules/.bin/node'), '');
  });

  afterEach(() => rmSync(root, { recursive: true }));

  it('is missing without a record of it', () => {
    expect(isInstalled(root)).to.equal(false);
  });

  it('is current once recorded, until the lock file changes', () => {
    recordInstallation(root);
    expect(isInstalled(root)).to.equal(true);
    const changed = structuredClone(lock);
    changed.packages['node_modules/chai'].version = '6.4.0';
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify(changed));
    expect(isInstalled(root)).to.equal(false);
  });

  it('is taken over when a person made it with npm', () => {
    writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify(installed));
    expect(isInstalled(root)).to.equal(true);
  });

  it('is missing after it is forgotten', () => {
    writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify(installed));
    recordInstallation(root);
    forgetInstallation(root);
    expect(isInstalled(root)).to.equal(false);
  });

  it('differs between platforms', () => {
    expect(installStamp('{}', 'linux-x64')).to.not.equal(installStamp('{}', 'linux-arm64'));
  });
});
