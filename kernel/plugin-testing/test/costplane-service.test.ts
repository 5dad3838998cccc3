import { expect } from 'chai';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../src/test-database.ts';

const main = join(import.meta.dirname, '../../host/src/command/main.ts');
const echo = join(import.meta.dirname, 'fixtures/echo');

interface Run {
  readonly process: ChildProcess;
  readonly output: { stdout: string; stderr: string };
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>;
}

describe('costplane-service', function () {
  this.timeout(30_000);
  let folder: string;
  let database: TestDatabase;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'costplane-service-'));
    await writeFile(join(folder, 'echo.yaml'), `plugins: [{ package: '${echo}' }]`);
    database = await createTestDatabase();
  });
  after(async () => {
    await rm(folder, { recursive: true });
    await database.drop();
  });

  function begin(
    args: readonly string[],
    environment: NodeJS.ProcessEnv = {},
    preloaded: readonly string[] = [],
  ): Run {
    const preload = preloaded.map((file) => `--import=${file}`);
    const flags = ['--conditions=@costplane/source', ...preload];
    const child = spawn(process.execPath, [...flags, main, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, MANAGEMENT_PORT: '0', LOG_LEVEL: 'warn', ...environment },
    });
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
    const ended = once(child, 'close').then(([code]) => code as number | null);
    return { process: child, output, ended };
  }

  async function run(args: readonly string[], environment?: NodeJS.ProcessEnv) {
    const { ended, output } = begin(args, environment);
    return { code: await ended, ...output };
  }

  async function ready(one: Run): Promise<{ url: string; metrics_url: string }> {
    while (!one.output.stdout.endsWith('}\n')) {
      await Promise.race([once(one.process.stdout!, 'data'), one.ended]);
      if (one.process.exitCode !== null) throw new Error(one.output.stderr);
    }
    return JSON.parse(one.output.stdout) as { url: string; metrics_url: string };
  }

  it('serves what the config names, and stops at SIGTERM and SIGINT with exit code 0', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const service = begin(['--config', 'echo.yaml', '--port', '0', '--json'], {
        DATABASE_URL: database.url,
      });
      const { url, metrics_url } = await ready(service);
      expect((await fetch(`${url}/v1/echo/hello`)).status).to.equal(401);
      expect(await (await fetch(metrics_url)).text()).to.contain('costplane_http_requests_total');
      service.process.kill(signal);
      expect(await service.ended).to.equal(0);
      expect(service.output.stderr).to.equal(`Costplane serves ${url} (metrics: ${metrics_url})\n`);
    }
  });

  it('takes the config of COSTPLANE_CONFIG, and what is wrong is a line each', async () => {
    await writeFile(
      join(folder, 'wrong.yaml'),
      `plugins: [{ package: '${echo}', config: { colour: red } }, { package: nowhere }]`,
    );
    const { code, stdout, stderr } = await run([], { COSTPLANE_CONFIG: 'wrong.yaml' });
    const lines = stderr.trimEnd().split('\n');
    expect(lines).to.have.length(3);
    expect(lines[0]).to.match(/^costplane-service: DATABASE_URL: is not set\. Let it name /);
    expect(lines[1]).to.match(
      /^costplane-service: \/.*wrong\.yaml:1:\d+: plugin .*echo .*unknown key "colour"/,
    );
    expect(lines[2]).to.match(
      /^costplane-service: \/.*wrong\.yaml:1:\d+: plugin nowhere .*it is not installed/,
    );
    expect({ code, stdout }).to.eql({ code: 1, stdout: '' });
  });

  const refusals: [what: string, args: string[], environment: object, message: RegExp][] = [
    ['a missing DATABASE_URL', ['--config', 'echo.yaml'], {}, /DATABASE_URL: is not set/],
    ['a missing config file', [], {}, /costplane\.config\.yaml: there is no such .*--config/],
    ['one that is named', ['--config', 'no.yaml'], {}, /no\.yaml: there is no such .*--config/],
    [
      'a database that cannot be reached, without its password',
      ['--config', 'echo.yaml'],
      { DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/costplane' },
      /127\.0\.0\.1:1\/costplane: (?!.*secret).*DATABASE_URL/,
    ],
  ];
  for (const [what, args, environment, message] of refusals) {
    it(`refuses ${what} in one line`, async () => {
      const { code, stdout, stderr } = await run(args, { ...environment });
      expect(stderr)
        .to.match(/^costplane-service: [^\n]*\n$/)
        .and.match(message);
      expect({ code, stdout }).to.eql({ code: 1, stdout: '' });
    });
  }

  it('shows a stack with --debug alone', async () => {
    const { stderr } = await run(['--config', 'no.yaml', '--debug']);
    expect(stderr).to.match(/^costplane-service: [^\n]+\nStartupError: [\s\S]+\n {4}at /);
  });

  it('shows with --debug what caused each problem', async () => {
    await writeFile(
      join(folder, 'broken.yaml'),
      `plugins: [{ package: '${join(import.meta.dirname, 'fixtures/broken')}' }]`,
    );
    const { stderr } = await run(['--config', 'broken.yaml', '--debug'], {
      DATABASE_URL: database.url,
    });
    expect(stderr).to.match(
      /\ncaused by [\s\S]*this module cannot even be read[\s\S]*broken\/index\.js:\d+/,
    );
  });

  it('ends at a fault of its own, which is in the log, whoever else listens to exceptions', async () => {
    const monitor = join(folder, 'monitor.mjs');
    const parser = new URL('../../host/src/yaml/parse-yaml.ts', import.meta.url).href;
    await writeFile(
      monitor,
      `import { parseYaml } from '${parser}';
      process.on('uncaughtException', () => {});
      process.on('SIGUSR2', () => setImmediate(() => parseYaml(undefined, 'no text')));`,
    );
    const args = ['--config', 'echo.yaml', '--port', '0', '--json'];
    const service = begin(args, { DATABASE_URL: database.url }, [monitor]);
    await ready(service);
    service.process.kill('SIGUSR2');
    expect(await service.ended).to.equal(1);
    const lines = service.output.stderr.trimEnd().split('\n');
    const logged = lines.find((line) => line.startsWith('{')) ?? '{}';
    expect(JSON.parse(logged)).to.deep.include({
      level: 'fatal',
      msg: 'a fault of the service itself, which ends it',
    });
    expect(JSON.parse(logged)).to.have.nested.property('err.stack').that.includes('parse-yaml.ts');
    expect(lines.at(-1)).to.match(/^costplane-service: .*\(not expected; --debug shows where\)$/);
  });

  it('explains itself with --help, and refuses other arguments with exit code 2', async () => {
    const { code, stdout, stderr } = await run(['--help']);
    expect(stdout).to.contain('Usage: costplane-service').and.contain('DATABASE_URL');
    expect({ code, stderr }).to.eql({ code: 0, stderr: '' });
    for (const [args, message] of [
      [['--prot', '1'], "Unknown option '--prot'"],
      [['serve'], "Unexpected argument 'serve'"],
      [['--port', 'x'], '--port must be a number from 0 to 65535 (got "x")'],
      [['--port'], "Option '--port <value>' argument missing"],
    ] as const) {
      const refused = await run(args);
      expect(refused.stderr).to.equal(`costplane-service: ${message}; see --help\n`);
      expect(refused.code).to.equal(2);
    }
  });
});
