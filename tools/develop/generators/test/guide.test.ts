import { expect } from 'chai';
import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { differences, type Step, parseSteps, unnamedFiles } from './support/guide.ts';
import { type Outcome } from './support/run.ts';
import { type RunningService, startService } from './support/running-service.ts';
import {
  copyWorkspace,
  mochaArguments,
  testDatabaseServer,
  type WorkspaceCopy,
} from './support/workspace-copy.ts';

const repository = join(import.meta.dirname, '../../../..');
const guide = readFileSync(join(repository, 'docs/guides/write-a-plugin.md'), 'utf8');
const plugin = 'plugins/freshness';
const packageName = '@costplane/plugin-freshness';
/** The folder of the plugin that lives in a repository of its own, where the guide is. */
const outside = 'freshness';

describe('the guide to a plugin', function () {
  this.timeout(300_000);
  const steps = parseSteps(guide);
  let workspace: WorkspaceCopy;
  let service: RunningService | undefined;
  let answer: unknown;

  before(async () => {
    workspace = await copyWorkspace();
  });
  after(async () => {
    await service?.stop();
    await workspace.remove();
  });

  const succeed = async (running: Promise<Outcome>) => {
    const { code, output } = await running;
    expect(code, output).to.equal(0);
    return output;
  };
  const run = (command: string, args: readonly string[], own?: NodeJS.ProcessEnv) =>
    succeed(workspace.run(command, args, own));

  /** What each command of the guide comes to in the copy, where all packages are installed. */
  const commands: [RegExp, (...parts: string[]) => Promise<unknown>][] = [
    [/^npm ci$/, () => run('node', ['--version'])],
    [
      /^npx nx g (\S+) (\S+)$/,
      async (generator, name) => {
        await run('nx', ['g', generator, name, '--skipInstall']);
        await workspace.link(packageName, plugin);
      },
    ],
    [
      /^npm test -- (\S+)$/,
      async (path) => {
        // The demo of a service keeps reporting.
        await service?.stop();
        const output = await run('node', mochaArguments(path), testDatabaseServer());
        expect(output).to.match(/\d\d passing/);
      },
    ],
    [
      /^npm start$/,
      async () => {
        await service?.stop();
        await run('tsc', ['-b', `${plugin}/tsconfig.lib.json`]);
        service = await startService(workspace);
      },
    ],
    [/^KEY=\$\(cat (\S+)\)$/, (file) => Promise.resolve(key(file))],
    [
      /^curl -s -H "Authorization: Bearer \$KEY" "?http:\/\/127\.0\.0\.1:8080([^\s"]+)"?$/,
      async (path) => {
        const headers = { Authorization: `Bearer ${key('.costplane/demo-key')}` };
        answer = await (await fetch(`${service!.url}${path}`, { headers })).json();
      },
    ],
    [/^npx eslint (\S+)$/, (path) => run('eslint', ['--max-warnings', '0', path])],
    [/^npx prettier --check (\S+)$/, (path) => run('prettier', ['--check', path])],
    [
      /^npm run docs$/,
      async () => {
        const args = ['--conditions=@costplane/source', 'tools/develop/reference/src/main.ts'];
        expect(await run('node', args, testDatabaseServer()))
          .to.include(`${plugin}/README.md\n`)
          .and.include(`${plugin}/openapi.yaml\n`);
        const readme = readFileSync(join(workspace.folder, plugin, 'README.md'), 'utf8');
        expect(readme).to.match(/^\| `staleAfterMinutes` +\| integer/m);
      },
    ],
    [/^npm pack --workspace (\S+)$/, (name) => pack(name)],
    [/^cd (\S+)$/, (folder) => Promise.resolve(expect(folder).to.equal(outside))],
    [
      /^npm (pack (?:--workspace \S+ )+--pack-destination \S+)$/,
      (args) => run('npm', args.split(' ')),
    ],
    [/^npm install --save-dev \.\/costplane-\*\.tgz$/, installOutside],
    [/^npm run build$/, () => run('npm', ['run', 'build', '--prefix', outside])],
    [
      /^npm test$/,
      async () => {
        const output = await run('npm', ['test', '--prefix', outside], testDatabaseServer());
        expect(output).to.match(/\d\d passing/);
      },
    ],
  ];

  const key = (file: string) => readFileSync(join(workspace.folder, file), 'utf8').trim();

  async function pack(name: string): Promise<void> {
    const output = await run('npm', ['pack', '--dry-run', '--json', '--workspace', name]);
    const packed = JSON.parse(output.slice(output.indexOf('[\n'))) as {
      files: { path: string }[];
    }[];
    const files = packed[0]!.files.map(({ path }) => path);
    expect(files).to.include.members(['dist/index.js', 'dist/index.d.ts', 'src/index.ts']);
    expect(files.filter((path) => path.includes('test'))).to.eql([]);
  }

  /** The sources that the guide has the reader copy, and what npm would install. */
  async function installOutside(): Promise<void> {
    const folder = join(workspace.folder, outside);
    const tarballs = globSync('costplane-*.tgz', { cwd: folder });
    for (const part of ['src', 'test']) {
      await cp(join(workspace.folder, plugin, part), join(folder, part), { recursive: true });
    }
    const { peerDependencies, dependencies, devDependencies } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const needed = Object.keys({ ...peerDependencies, ...dependencies, ...devDependencies });
    const packed = await Promise.all(tarballs.map((name) => readPackageName(join(folder, name))));
    for (const name of new Set([...needed, ...packed])) {
      const link = join(folder, 'node_modules', name);
      mkdirSync(join(link, '..'), { recursive: true });
      symlinkSync(join(workspace.folder, 'node_modules', name), link);
    }
  }

  /** The name of the package that a tarball holds. */
  async function readPackageName(tarball: string): Promise<string> {
    const output = await run('tar', ['-xzOf', tarball, 'package/package.json']);
    return (JSON.parse(output) as { name: string }).name;
  }

  async function follow(step: Step): Promise<void> {
    if (step.kind === 'write') {
      const file = join(workspace.folder, step.path);
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, step.text);
    } else if (step.kind === 'answer') {
      expect(differences(answer, step.shown)).to.eql([]);
    } else {
      const found = commands.find(([pattern]) => pattern.test(step.command));
      expect(found, `the test does not know the command ${step.command}`).to.be.ok;
      const [pattern, follow] = found!;
      await follow(...pattern.exec(step.command)!.slice(1));
    }
  }

  const describeStep = (step: Step) => {
    if (step.kind === 'write') return `write ${step.path}`;
    return step.kind === 'run' ? step.command : 'the answer is as shown';
  };

  let isBroken = false;
  for (const [index, step] of steps.entries()) {
    it(`step ${index + 1}: ${describeStep(step)}`, async function () {
      if (isBroken) this.skip();
      isBroken = true;
      await follow(step);
      isBroken = false;
    });
  }

  it('ends with a plugin that loads from a folder of its own', async () => {
    const config = join(workspace.folder, 'outside.yaml');
    writeFileSync(config, `plugins:\n  - package: ./${outside}\n`);
    const args = [
      'tools/operate/cli/bin/costplane.js',
      'plugin',
      'list',
      '--json',
      '--config',
      config,
    ];
    const output = await run('node', args);
    const [listed] = JSON.parse(output.slice(output.indexOf('[')));
    expect(listed).to.deep.include({ name: '@acme/freshness', routes: ['GET /v1/freshness'] });
  });

  it('compiles, its tests too', () => run('tsc', ['-b', plugin]));

  it('describes its schemas and their properties', () =>
    run('node', mochaArguments('tools/develop/reference/test/descriptions.test.ts')));

  it('has a filter, pages and an option at the end', async () => {
    const args = ['tools/operate/cli/bin/costplane.js', 'openapi', '--json'];
    const output = await run('node', args);
    const { get } = JSON.parse(output.slice(output.indexOf('{'))).paths['/v1/freshness'];
    const names = get.parameters.map((one: { name?: string; $ref?: string }) =>
      (one.name ?? one.$ref!.split('/').at(-1)!).toLowerCase(),
    );
    expect(names).to.include('environment');
    expect(names.join()).to.include('cursor').and.include('limit');
    expect(steps.filter(({ kind }) => kind === 'answer').length).to.be.above(5);
  });

  it('fails with other responses', () => {
    const shown = { data: [{ name: 'a' }, '…'], meta: { limit: 1 } };
    const [same, other] = [{ name: 'a' }, { name: 'b' }];
    expect(differences({ data: [same, other], meta: { limit: 1 } }, shown)).to.eql([]);
    expect(differences({ data: [other, same], meta: {} }, shown)).to.have.length(2);
    expect(differences({ data: [same] }, { data: [same, same] })).to.have.length(1);
    expect(differences({}, { data: [] })).to.eql(['answer.data is no list']);
  });

  it('introduces each file before it shows it', () => {
    expect(unnamedFiles(guide)).to.eql([]);
  });
});
