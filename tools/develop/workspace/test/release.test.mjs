import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { pinnedEnvironment, root } from '../repository.mjs';

const run = promisify(execFile);

const who = { name: 'Release test', email: 'release@example.com' };
const environment = pinnedEnvironment({
  GIT_AUTHOR_NAME: who.name,
  GIT_AUTHOR_EMAIL: who.email,
  GIT_COMMITTER_NAME: who.name,
  GIT_COMMITTER_EMAIL: who.email,
  GIT_CONFIG_GLOBAL: '/dev/null',
  NX_DAEMON: 'false',
  NX_TUI: 'false',
});

/** What a release reads and writes. */
const released = [
  ...['nx.json', 'package.json', 'package-lock.json', '.npmrc', 'tsconfig.base.json'],
  ...globSync('{kernel/*,plugins/*,tools/client,tools/*/*,e2e}/{package.json,CHANGELOG.md}', {
    cwd: root,
  }),
  ...globSync('tools/develop/workspace/**/*.*', { cwd: root }),
];

const json = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Really releases, in a repository of its own that is thrown away. */
describe('a release', () => {
  let folder;
  const read = (path) => readFileSync(join(folder, path), 'utf8');
  const git = async (...args) => (await run('git', args, { cwd: folder, env: environment })).stdout;
  const release = (...args) =>
    run('node', ['tools/develop/workspace/release.mjs', ...args], {
      cwd: folder,
      env: environment,
    });
  const plan = async (name, bumps, text) => {
    const front = Object.entries(bumps).map(([project, bump]) => `'${project}': ${bump}\n`);
    mkdirSync(join(folder, '.nx/version-plans'), { recursive: true });
    writeFileSync(
      join(folder, `.nx/version-plans/${name}.md`),
      `---\n${front.join('')}---\n\n${text}\n`,
    );
    await git('add', '.');
    await git('commit', '--quiet', '--message', `Plan ${name}`);
  };
  const changedFiles = async () =>
    (await git('show', '--name-only', '--format=', 'HEAD')).trim().split('\n').sort();

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'costplane-release-'));
    for (const path of released) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      cpSync(join(root, path), join(folder, path));
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const settings = json(join(folder, 'nx.json'));
    delete settings.release.version.preVersionCommand;
    writeFileSync(join(folder, 'nx.json'), JSON.stringify(settings));
    writeFileSync(join(folder, '.gitignore'), 'node_modules\ndist\n.nx/*\n!.nx/version-plans/\n');
    await git('init', '--quiet', '--initial-branch=main');
    await git('add', '.');
    await git('commit', '--quiet', '--message', 'Before');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('updates only the package of its plan: version, CHANGELOG, lock file, tag', async () => {
    const { version } = json(join(folder, 'plugins/nodes/package.json'));
    const [major, minor] = version.split('.').map(Number);
    const next = `${major}.${minor + 1}.0`;
    await plan('groups', { '@costplane/plugin-nodes': 'minor' }, 'Node groups have a filter.');

    await release();

    expect(await changedFiles()).to.eql([
      '.nx/version-plans/groups.md',
      'package-lock.json',
      'plugins/nodes/CHANGELOG.md',
      'plugins/nodes/package.json',
    ]);
    expect(json(join(folder, 'plugins/nodes/package.json')).version).to.equal(next);
    expect(json(join(folder, 'package-lock.json')).packages['plugins/nodes'].version).to.equal(
      next,
    );
    expect(read('package-lock.json')).to.not.contain('"resolved": "http');
    expect(read('plugins/nodes/CHANGELOG.md')).to.match(
      new RegExp(`^## ${next} \\([-0-9]{10}\\)\n\n### Added\n\n- Node groups have a filter\\.\n`),
    );
    expect(read('plugins/nodes/CHANGELOG.md')).to.contain(
      readFileSync(join(root, 'plugins/nodes/CHANGELOG.md'), 'utf8').trim(),
    );
    expect((await git('tag')).trim()).to.equal(`@costplane/plugin-nodes@${next}`);
    expect(existsSync(join(folder, '.nx/version-plans/groups.md'))).to.equal(false);
  }).timeout(60_000);

  it('of one package leaves the plans of others for later', async () => {
    await plan('later', { '@costplane/plugin-trends': 'patch' }, 'A trend of no days is empty.');
    await plan('now', { '@costplane/plugin-nodes': 'patch' }, 'A node without a price is last.');

    await release('--projects=@costplane/plugin-nodes');

    expect(await changedFiles()).to.include('plugins/nodes/package.json');
    expect(await changedFiles()).to.not.include('plugins/trends/package.json');
    expect(existsSync(join(folder, '.nx/version-plans/later.md'))).to.equal(true);
  }).timeout(60_000);

  it('with a breaking change requires that dependents allow it', async () => {
    const taker = join(folder, 'tools/operate/cli/package.json');
    const text = readFileSync(taker, 'utf8');
    const { version } = json(join(folder, 'plugins/trends/package.json'));
    const major = Number(version.split('.')[0]);
    const range = `"@costplane/plugin-trends": "^${major}.0.0"`;
    expect(text).to.contain(range);
    writeFileSync(taker, text.replace(range, `${range.slice(0, -1)} || ^${major + 1}.0.0"`));
    await plan('weeks', { '@costplane/plugin-trends': 'major' }, 'Weeks are gone.');

    await release();

    expect(json(join(folder, 'plugins/trends/package.json')).version).to.equal(`${major + 1}.0.0`);
    expect(read('plugins/trends/CHANGELOG.md')).to.match(/Breaking Changes\n\n- Weeks are gone\./);
    expect(await changedFiles()).to.not.include('tools/operate/cli/package.json');
  }).timeout(60_000);

  it('without a plan, or dry, changes nothing', async () => {
    await release();
    await plan('groups', { '@costplane/plugin-nodes': 'minor' }, 'Node groups have a filter.');
    const before = await git('rev-parse', 'HEAD');
    await release('--dry-run');
    expect(await git('rev-parse', 'HEAD')).to.equal(before);
    expect(await git('status', '--porcelain')).to.equal('');
    expect(await git('tag')).to.equal('');
  }).timeout(60_000);

  it('rejects unknown arguments', async () => {
    const refused = await release('--project=nodes').catch((error) => error);
    expect(refused.code).to.equal(2);
    expect(refused.stderr)
      .to.match(/^Unknown option '--project'/)
      .and.contain('Usage: npm run release');
  });

  it('covers each published package, and no private one', () => {
    const { release: settings } = json(join(root, 'nx.json'));
    const named = settings.projects.filter((pattern) => !pattern.startsWith('!'));
    const isReleased = (path) =>
      named.some((pattern) => pattern === path || pattern === `${dirname(path)}/*`) &&
      !settings.projects.includes(`!${path}`);
    for (const path of globSync('{kernel/*,plugins/*,tools/client,tools/*/*,e2e}/package.json', {
      cwd: root,
    })) {
      const manifest = json(join(root, path));
      expect(isReleased(dirname(path)), path).to.equal(manifest.private !== true);
      if (manifest.private === true) continue;
      const changelog = readFileSync(join(root, dirname(path), 'CHANGELOG.md'), 'utf8');
      expect(changelog, path).to.match(new RegExp(`^#{1,2} ${manifest.version}\\b`));
    }
  });
});
