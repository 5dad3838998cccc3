import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDatabase, type Database } from './support/database.ts';
import { temporaryFolder } from './support/folder.ts';
import { npm } from './support/npm.ts';
import { repository } from './support/paths.ts';
import { publishedPackages } from './support/published-packages.ts';
import { makeSnapshot } from './support/snapshot.ts';
import { type Installation, install } from './support/stranger/installation.ts';
import { packTarballs } from './support/stranger/tarballs.ts';
import { copyVendor, packVendor, readVendorLock } from './support/stranger/vendor.ts';

const ours = (...names: string[]) => names.map((name) => `@costplane/${name}`);
const servedByOurs = ours('kernel', 'plugin-api', 'reader', 'plugin-health', 'plugin-clusters');
const commandLine = ours('cli', 'client', 'engine', 'ingest', 'pricing', 'sample', 'warehouse');
const chargeback = '@acme/costplane-chargeback';

const makeConfig = (vendorsPlugin: string) => `plugins:
  - package: '@costplane/plugin-health'
  - package: '@costplane/plugin-clusters'
  - package: '${vendorsPlugin}'
    config: { marginPercent: 15 }
`;

const paths = [
  '/health',
  '/health/live',
  '/health/ready',
  '/v1/openapi.json',
  '/v1/openapi.yaml',
  '/v1/docs',
  '/v1/clusters',
  '/v1/clusters/{cluster_id}',
  '/v1/namespaces',
  '/v1/clusters/{cluster_id}/namespaces',
  '/v1/clusters/{cluster_id}/namespaces/{namespace}',
  '/v1/acme/charges',
  '/v1/acme/rate',
];

interface Charge {
  readonly namespace: string;
  readonly cost_hourly: { readonly amount: string };
  readonly charge_hourly: { readonly amount: string };
}

/** What of the answers' bodies is looked at. */
interface Body {
  readonly paths: object;
  readonly data: readonly { readonly metadata: { readonly name: string } }[];
  readonly meta: { readonly pagination: { readonly has_more: boolean } };
}

describe('a third party with only the published tarballs', function () {
  this.timeout(300_000);
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let tarballs: ReadonlyMap<string, string>;
  let vendor: string;
  const place = (name: string) => join(folder.path, name);

  before(async () => {
    folder = await temporaryFolder();
    const needed = [...servedByOurs, ...ours('plugin-testing'), ...commandLine];
    tarballs = await packTarballs(needed, place('tarballs'));
    vendor = place('vendor');
    await copyVendor(vendor, tarballs);
    await npm(['ci', '--prefer-offline', '--no-audit', '--omit=optional'], vendor);
    await npm(['run', 'build'], vendor);
  });
  after(() => folder.remove());

  describe('writing a plugin', () => {
    it('has a lock file that works with every build and names no registry', async () => {
      const { packages } = await readVendorLock();
      for (const [path, { resolved }] of Object.entries(packages)) {
        expect(resolved ?? 'file:tarballs/none.tgz', path).to.match(
          /^file:tarballs\/[a-z-]+\.tgz$/,
        );
      }
      for (const { manifest } of publishedPackages()) {
        const locked = packages[`node_modules/${manifest.name}`];
        if (locked === undefined) continue;
        expect(locked).to.not.have.property('integrity');
        expect(
          locked.dependencies,
          'run npm install --package-lock-only in e2e/vendor, as its README says',
        ).to.eql(manifest.dependencies);
      }
      expect(Object.keys(packages)).to.include('node_modules/@costplane/plugin-api');
    });

    it('compiles it against plugin-api, and tests it with a real host and database', async () => {
      const ofThisRun = Object.entries(process.env).filter(([name]) =>
        name.startsWith('COSTPLANE_TEST_'),
      );
      const tested = await npm(['test'], vendor, Object.fromEntries(ofThisRun));
      expect(tested)
        .to.match(/\d\d passing/)
        .and.not.match(/failing|pending/);
      expect(await readFile(join(vendor, 'dist/plugin.d.ts'), 'utf8')).to.contain(
        'import("@costplane/plugin-api").Plugin',
      );
    });

    it('packs it', async () => {
      const { files } = await packVendor(vendor);
      expect(files).to.include.members(['package.json', 'README.md', 'dist/index.js']);
      expect(files.filter((path) => /^(src|test|tarballs|node_modules)/.test(path))).to.eql([]);
    });
  });

  describe('serving an edition', () => {
    let database: Database;
    let edition: Installation;
    let tarball: string;
    let key: string;
    const environment = () => ({ DATABASE_URL: database.url });

    before(async () => {
      ({ tarball } = await packVendor(vendor));
      const chosen = new Map([
        ...[...servedByOurs, ...commandLine].map((name) => [name, tarballs.get(name)!] as const),
        [chargeback, tarball] as const,
      ]);
      edition = await install(place('edition'), chosen, ['--omit=optional']);
      await writeFile(join(edition.folder, 'costplane.config.yaml'), makeConfig(chargeback));
      database = await createDatabase({ migrated: false });
      await fill();
    });
    after(() => database.drop());

    /** What the command line of the tarballs does first: schema, organization, snapshot, key. */
    async function fill(): Promise<void> {
      const costplane = <T>(...args: string[]) => edition.json<T>('costplane', args, environment());
      const snapshot = makeSnapshot(
        {
          seed: 'north',
          nodes: [{ name: 'first', cores: 16, gib: 64, group: 'general' }],
          namespaces: [{ name: 'shop' }, { name: 'tools' }],
          deployments: [
            { namespace: 'shop', name: 'web', cores: 2, gib: 4, pods: 3, node: 'first' },
            { namespace: 'tools', name: 'ci', cores: 1, gib: 1, pods: 1, node: 'first' },
          ],
        },
        new Date(),
      );
      await writeFile(join(edition.folder, 'north.json'), JSON.stringify(snapshot));
      await costplane('migrate');
      await costplane('org', 'create', 'acme');
      await costplane('ingest', 'north.json', '--org', 'acme', '--cluster-name', 'north');
      ({ key } = await costplane<{ key: string }>(
        'key',
        'create',
        '--org',
        'acme',
        '--scope',
        'all',
      ));
    }

    /** The body names the service's own address, which is another at each start, `http://here`. */
    const request = async (service: string, path: string) => {
      const headers = { Authorization: `Bearer ${key}` };
      const response = await fetch(`${service}/v1/${path}`, { headers });
      const text = (await response.text()).replaceAll(service, 'http://here');
      return { status: response.status, body: JSON.parse(text) as Body };
    };

    /** What clients of the edition see. */
    async function readAnswers(url: string) {
      const [document, clusters, charges, page, rate, unknown] = await Promise.all(
        [
          'openapi.json',
          'clusters',
          'acme/charges',
          'acme/charges?limit=1',
          'acme/rate',
          'workloads',
        ].map((path) => request(url, path)),
      );
      return {
        document: document!.body,
        clusters: clusters!.body.data.map(({ metadata }) => metadata.name),
        charges: charges!.body.data as readonly unknown[] as Charge[],
        page: { data: page!.body.data, hasMore: page!.body.meta.pagination.has_more },
        rate: rate!.body,
        unknown: unknown!.status,
      };
    }

    async function answersWith(...args: string[]) {
      const service = await edition.serve('costplane', ['serve', ...args], environment());
      try {
        return await readAnswers(service.url);
      } finally {
        const { code, stderr } = await service.stop();
        expect(code, stderr).to.equal(0);
      }
    }
    let answers: Awaited<ReturnType<typeof readAnswers>>;
    before(async () => (answers = await answersWith()));

    it('needs its packages and fewer than ten lines of config', async () => {
      const { dependencies } = JSON.parse(
        await readFile(join(edition.folder, 'package.json'), 'utf8'),
      ) as { dependencies: object };
      expect(dependencies).to.have.all.keys(...servedByOurs, ...commandLine, chargeback);
      const config = await readFile(join(edition.folder, 'costplane.config.yaml'), 'utf8');
      expect(config.trimEnd().split('\n').length).to.be.below(10);
    });

    it('has the paths of its plugins and no others', () => {
      expect(Object.keys(answers.document.paths)).to.have.members(paths);
      expect(answers.unknown).to.equal(404);
    });

    it('serves our plugins and the vendor’s, from a warehouse created by the tarballs', () => {
      expect(answers.clusters).to.eql(['north']);
      expect(answers.charges.map(({ namespace }) => namespace)).to.eql(['shop', 'tools']);
      for (const { cost_hourly, charge_hourly } of answers.charges) {
        const cost = Number(cost_hourly.amount);
        expect(cost).to.be.above(0);
        expect(Number(charge_hourly.amount)).to.be.closeTo(cost * 1.15, 0.00011);
      }
      expect(answers.page).to.eql({ data: answers.charges.slice(0, 1), hasMore: true });
      expect(answers.rate).to.eql({ ok: true, result: { margin_percent: 15 } });
    });

    it('loads only packages that are installed in its folder', async () => {
      const loaded = await edition.loadedFiles();
      const isInPackage = (name: string) => (path: string) =>
        path.includes(`/node_modules/${name}/`);
      for (const name of [...servedByOurs, chargeback]) {
        expect(loaded.some(isInPackage(name)), name).to.equal(true);
      }
      const here = await realpath(edition.folder);
      expect(loaded.filter((path) => !path.startsWith(`${here}/node_modules/`))).to.eql([]);
      expect(here.startsWith(repository)).to.equal(false);
    });

    it('answers the same if the vendor’s plugin is a folder, with or without its own kernel', async () => {
      const bare = place('bare');
      await mkdir(bare);
      await promisify(execFile)('tar', ['-xzf', tarball, '-C', bare]);
      for (const plugin of [vendor, '../bare/package']) {
        const name = `folder-${plugin === vendor ? 'whole' : 'bare'}.yaml`;
        await writeFile(join(edition.folder, name), makeConfig(plugin));
        const same = await answersWith('--config', name);
        expect(same, plugin).to.eql(answers);
      }
      const kernels = (await edition.loadedFiles()).filter((path) =>
        path.endsWith('/@costplane/plugin-api/dist/index.js'),
      );
      expect(new Set(kernels).size).to.equal(1);
    });

    const refused = async (args: string[], given: object = environment()) => {
      const { code, stdout, stderr } = await edition.run('costplane', args, { ...given });
      expect({ code, stdout }).to.eql({ code: 1, stdout: '' });
      expect(stderr.trimEnd().split('\n'), stderr).to.have.length(1);
      return stderr;
    };

    it('is told in one line to install a tarball from the config', async () => {
      await writeFile(join(edition.folder, 'tarball.yaml'), makeConfig(tarball));
      const line = await refused(['serve', '--config', 'tarball.yaml']);
      expect(line).to.contain('.tgz is a tarball: run `npm install ');
    });

    it('is told in one line which optional packages are not installed', async () => {
      await rm(join(edition.folder, 'costplane.config.yaml'));
      const plugins = await refused(['serve']);
      expect(plugins).to.match(/default plugins are not installed: .*@costplane\/plugin-workloads/);
      expect(plugins).to.not.contain('@costplane/plugin-clusters');
      const database = await refused(['org', 'list'], {});
      expect(database).to.match(/no embedded PostgreSQL .*DATABASE_URL/);
    });
  });
});
