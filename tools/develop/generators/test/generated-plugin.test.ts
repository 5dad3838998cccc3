import { expect } from 'chai';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Outcome } from './support/run.ts';
import {
  copyWorkspace,
  mochaArguments,
  testDatabaseServer,
  type WorkspaceCopy,
} from './support/workspace-copy.ts';

const name = 'cost-anomalies';
const plugin = `plugins/${name}`;
const packageName = `@costplane/plugin-${name}`;
/** Has npm write the lock file and fetch and install nothing. */
const lockOnly = { npm_config_package_lock_only: 'true', npm_config_offline: 'true' };

describe('a generated plugin', () => {
  let workspace: WorkspaceCopy;
  let generated: Outcome;
  let shown: Outcome;
  let lockBefore: { packages: Record<string, unknown> };

  const read = (path: string) => readFileSync(join(workspace.folder, path), 'utf8');
  const readJson = (path: string) => JSON.parse(read(path));
  const listFiles = (pattern: string) => globSync(pattern, { cwd: workspace.folder }).sort();

  before(async () => {
    workspace = await copyWorkspace();
    lockBefore = readJson('package-lock.json');
    generated = await workspace.run('nx', ['g', `@costplane/generators:plugin`, name], lockOnly);
    if (generated.code !== 0) return;
    await workspace.link(packageName, plugin);
    // Lint reads the graph of the projects that the last nx command has left.
    shown = await workspace.run('nx', ['show', 'project', packageName, '--json']);
  });
  after(() => workspace.remove());

  it('is created by one command, which prints the next steps', () => {
    expect(generated.code, generated.output).to.equal(0);
    expect(generated.output).to.include(`npm test -- ${plugin}`).and.include(`'${packageName}'`);
  });

  it('prints the singular of the resource, and how to change it', () => {
    expect(generated.output).to.include(
      'The resource is cost-anomaly, with the kind CostAnomaly in the API; change it with --resource.',
    );
  });

  it('has one route with query, resource, table, tests and documents', () => {
    expect(listFiles(`${plugin}/**/*.*`).concat(listFiles(`${plugin}/LICENSE`))).to.have.members(
      [
        'package.json',
        'examples.json',
        'tsconfig.json',
        'tsconfig.lib.json',
        'tsconfig.test.json',
        'README.md',
        'CHANGELOG.md',
        'LICENSE',
        'src/index.ts',
        'src/plugin.ts',
        'src/tables.ts',
        'src/routes/list-cost-anomalies.ts',
        'src/queries/select-cost-anomalies.ts',
        'src/resources/cost-anomaly-schema.ts',
        'src/resources/to-cost-anomaly.ts',
        'test/list-cost-anomalies.test.ts',
      ].map((path) => `${plugin}/${path}`),
    );
  });

  it('is in the root tsconfig.json, behind the other plugins, and nowhere else', () => {
    const references: { path: string }[] = readJson('tsconfig.json').references;
    const paths = references.map(({ path }) => path);
    expect(paths.filter((path) => path === `./${plugin}`)).to.have.length(1);
    expect(paths.findLast((path) => path.startsWith('./plugins/'))).to.equal(`./${plugin}`);
    const changed = generated.output.match(/^(CREATE|UPDATE|DELETE) .*/gm) ?? [];
    expect(changed.filter((line) => !line.startsWith(`CREATE ${plugin}/`))).to.eql([
      'UPDATE tsconfig.json',
    ]);
  });

  it('is in the lock file as a link, and nothing else there has changed', () => {
    const { packages } = readJson('package-lock.json');
    const { [`node_modules/${packageName}`]: link, [plugin]: own, ...others } = packages;
    expect(link).to.eql({ resolved: plugin, link: true });
    expect(own).to.include({
      name: packageName,
      version: readJson(`${plugin}/package.json`).version,
    });
    expect(others).to.eql(lockBefore.packages);
    expect(read('package-lock.json')).to.not.match(/"resolved": *"http/);
  });

  it('is structured like the existing plugins', () => {
    const [own, like] = [plugin, 'plugins/nodes'].map((folder) =>
      readJson(`${folder}/package.json`),
    );
    for (const field of ['license', 'type', 'engines', 'exports', 'files', 'nx']) {
      expect(own[field], field).to.eql(like[field]);
    }
    expect(Object.keys(own)).to.eql(Object.keys(like));
    const kernel = readJson('kernel/plugin-api/package.json');
    expect(own.peerDependencies).to.eql({ '@costplane/plugin-api': `^${kernel.version}` });
    expect(own.dependencies).to.eql({
      kysely: kernel.dependencies.kysely,
      typebox: kernel.dependencies.typebox,
    });
    for (const file of ['tsconfig.json', 'tsconfig.lib.json', 'tsconfig.test.json', 'LICENSE']) {
      expect(read(`${plugin}/${file}`), file).to.equal(read(`plugins/nodes/${file}`));
    }
    const headings = (readme: string) =>
      readme.match(/^## .*|^- \*\*\w+\*\*|^\| Endpoint|^<!-- .*/gm);
    const house = headings(read('plugins/nodes/README.md'))?.filter(
      (heading) => heading !== '## How a list is read',
    );
    expect(headings(read(`${plugin}/README.md`))).to.eql(house);
  });

  it('is not created twice: a second run fails in one line, and changes nothing', async () => {
    const before = read('tsconfig.json');
    const { code, output } = await workspace.run('nx', ['g', '@costplane/generators:plugin', name]);
    expect(code).to.equal(1);
    expect(output).to.include(`${plugin} already exists: choose another name`);
    expect(output).to.not.match(/^\s+at |CREATE|UPDATE/m);
    expect(read('tsconfig.json')).to.equal(before);
  });

  it('explains its options', async () => {
    const { output } = await workspace.run('nx', ['g', '@costplane/generators:plugin', '--help']);
    for (const option of ['name', 'resource', 'path', 'scope', 'skipInstall']) {
      expect(output).to.match(new RegExp(`--${option} +\\w`));
    }
  });

  it('imports what a plugin may import, and nothing else', () => {
    const listImports = (pattern: string) =>
      listFiles(pattern)
        .flatMap((path) => [...read(path).matchAll(/(?:from|import\(?)\s*'([^'.][^']*)'/g)])
        .map(([, specifier]) => specifier);
    expect(new Set(listImports(`${plugin}/src/**/*.ts`))).to.eql(
      new Set([
        '@costplane/plugin-api',
        '@costplane/plugin-api/listing',
        '@costplane/plugin-api/schema',
        'kysely',
        'typebox',
      ]),
    );
    expect(new Set(listImports(`${plugin}/test/**/*.ts`))).to.eql(
      new Set(['@costplane/plugin-testing', 'chai']),
    );
  });

  it('is a project of Nx with the tag of a plugin, to be built and type-checked', () => {
    const { code, output } = shown;
    expect(code, output).to.equal(0);
    const { tags, targets } = JSON.parse(output.slice(output.indexOf('{')));
    expect(tags).to.include('type:plugin');
    expect(targets).to.include.keys('build', 'typecheck');
  });

  it('builds', async () => {
    const { code, output } = await workspace.run('tsc', ['-b', plugin]);
    expect(code, output).to.equal(0);
    expect(existsSync(join(workspace.folder, plugin, 'dist/index.js'))).to.equal(true);
  });

  it('is formatted, like the files that refer to it', async () => {
    const { code, output } = await workspace.run('prettier', ['--check', plugin, 'tsconfig.json']);
    expect(code, output).to.equal(0);
  });

  it('lints, and the dependency rule holds for it', async () => {
    const intruder = join(workspace.folder, plugin, 'src/intruder.ts');
    writeFileSync(intruder, "export { default as nodes } from '@costplane/plugin-nodes';\n");
    const { output } = await workspace.run('eslint', ['--format', 'json', plugin]);
    rmSync(intruder);
    const results: { filePath: string; messages: { ruleId: string }[] }[] = JSON.parse(
      output.slice(output.indexOf('[{')),
    );
    const found = results.flatMap(({ filePath, messages }) =>
      messages.map(({ ruleId }) => [filePath.split('/').at(-1), ruleId]),
    );
    expect(results.length).to.be.above(7);
    expect(found).to.eql([['intruder.ts', '@nx/enforce-module-boundaries']]);
  });

  it('passes its own tests', async () => {
    const { code, output } = await workspace.run(
      'node',
      mochaArguments(`${plugin}/test`),
      testDatabaseServer(),
    );
    expect(code, output).to.equal(0);
    expect(output).to.match(/\d\d passing/);
  });

  for (const reference of [packageName, `./${plugin}`]) {
    it(`is served by a config that names ${reference}`, async () => {
      const config = join(workspace.folder, 'named.yaml');
      writeFileSync(config, `plugins:\n  - package: '${reference}'\n`);
      const { code, output } = await workspace.run('node', [
        'tools/operate/cli/bin/costplane.js',
        'openapi',
        '--json',
        '--config',
        config,
      ]);
      expect(code, output).to.equal(0);
      const document = JSON.parse(output.slice(output.indexOf('{')));
      expect(Object.keys(document.paths)).to.eql([`/v1/${name}`]);
      const { operationId } = document.paths[`/v1/${name}`].get;
      expect(operationId).to.equal('listCostAnomalies');
      expect(Object.keys(readJson(`${plugin}/examples.json`))).to.eql([operationId]);
    });
  }

  it('describes its schemas and their properties', async () => {
    const test = 'tools/develop/reference/test/descriptions.test.ts';
    const { code, output } = await workspace.run('node', mochaArguments(test));
    expect(code, output).to.equal(0);
  });
});
