import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createProgram } from '../src/index.ts';
import { costplane } from './costplane.ts';

const paths = createProgram().commands.flatMap((command) =>
  command.commands.length === 0
    ? [[command.name()]]
    : command.commands.map((inner) => [command.name(), inner.name()]),
);

describe('costplane, usage', () => {
  it('has the commands of its documentation', () => {
    expect(paths.map((path) => path.join(' '))).to.have.members([
      ...['start', 'serve', 'migrate', 'org create', 'org list'],
      ...['key create', 'key list', 'key revoke', 'ingest', 'sample load'],
      ...['openapi', 'plugin list'],
    ]);
  });

  it('helps with every command, on standard output', async () => {
    const outcomes = await Promise.all(
      [[], ...paths].map(async (path) => ({ path, ...(await costplane([...path, '--help'])) })),
    );
    for (const { path, code, stdout, stderr } of outcomes) {
      expect(stdout).to.match(new RegExp(`^Usage: ${['costplane', ...path].join(' ')}\\b`));
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    }
  });

  const wrong: [line: string, message: string][] = [
    ['frobnicate', "unknown command 'frobnicate'"],
    ['serve --prot 1', "unknown option '--prot' (Did you mean --port?)"],
    ['serve --port 99999', 'It is a number from 0 to 65535'],
    ['serve more', 'too many arguments'],
    ['org create', "missing required argument 'name'"],
    ['key create --org demo', "required option '--scope <scope...>' not specified"],
    ['key create --org demo --scope all --limit 0', 'It is a whole number from 1'],
    ['key create --org demo --scope all --no-clusters --cluster 1', 'cannot be used with'],
    ['ingest --org demo --cluster-name c', "missing required argument 'file'"],
    ['ingest f --org demo --cluster-name c --environment prod', 'Allowed choices are production'],
    ['sample load --scale large', 'Only small exists so far'],
    ['sample load --days 90', 'Only 0 exists so far'],
    ['openapi --json --yaml', 'cannot be used with'],
  ];
  for (const [line, message] of wrong) {
    it(`refuses \`costplane ${line}\` with one line and exit code 2`, async () => {
      const { code, stdout, stderr } = await costplane(line.split(' '));
      expect(stderr)
        .to.match(/^costplane: [^\n]+\n$/)
        .and.include(message);
      expect({ code, stdout }).to.deep.equal({ code: 2, stdout: '' });
    });
  }

  it('shows the commands, and fails, where there is only a group', async () => {
    const { code, stdout, stderr } = await costplane(['org']);
    expect(stderr).to.include('create').and.include('list');
    expect({ code, stdout }).to.deep.equal({ code: 2, stdout: '' });
  });

  it('runs as a program when it is built', async () => {
    const program = join(import.meta.dirname, '../bin/costplane.js');
    const { stdout } = await promisify(execFile)(process.execPath, [program, '--help']);
    expect(stdout).to.match(/^Usage: costplane/);
  });
});
