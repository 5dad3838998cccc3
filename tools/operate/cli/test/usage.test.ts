import { expect } from 'chai';
import { CommanderError, InvalidArgumentError } from 'commander';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createProgram } from '../src/index.ts';
import { toLabelKey } from '../src/label-key.ts';
import { costplane } from './costplane.ts';

/** Without the hidden one that completion scripts call. */
const shown = () => {
  const program = createProgram();
  return program.createHelp().visibleCommands(program);
};
const paths = shown().flatMap((command) =>
  command.commands.length === 0
    ? [[command.name()]]
    : command.commands.map((inner) => [command.name(), inner.name()]),
);

describe('costplane, usage', () => {
  it('has the commands of its documentation', () => {
    expect(paths.map((path) => path.join(' '))).to.have.members([
      'start',
      'serve',
      'migrate',
      'org create',
      'org list',
      'org limit',
      'org move',
      'org suspend',
      'org resume',
      'cluster list',
      'cluster rename',
      'cluster retire',
      'agent-token create',
      'agent-token list',
      'agent-token revoke',
      'allocation apply',
      'allocation show',
      'price show',
      'price set',
      'price unset',
      'key create',
      'key list',
      'key revoke',
      'ingest',
      'rollup',
      'sample load',
      'recommend',
      'recommendation dismiss',
      'recommendation restore',
      'prune',
      'archive',
      'restore',
      'get clusters',
      'get namespaces',
      'get workloads',
      'get nodes',
      'get node-groups',
      'get recommendations',
      'get teams',
      'get departments',
      'cost',
      'openapi',
      'plugin list',
      'completion',
    ]);
  });

  it('prints help for every command on standard output', async () => {
    const outcomes = await Promise.all(
      [[], ...paths].map(async (path) => ({ path, ...(await costplane([...path, '--help'])) })),
    );
    for (const { path, code, stdout, stderr } of outcomes) {
      expect(stdout).to.match(new RegExp(`^Usage: ${['costplane', ...path].join(' ')}\\b`));
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    }
  });

  it('shows the defaults of options, also those from a database or the receiver', async () => {
    const defaults: [path: string[], option: string, text: string][] = [
      [['key', 'create'], '--limit', '(default: 100)'],
      [['org', 'create'], '--plan', '(default: community)'],
      [['org', 'create'], '--currency', '(default: USD)'],
      [['ingest'], '--management', '(default: 127.0.0.1:9465)'],
      [['ingest'], '--max-snapshot-bytes', '(default: 268435456)'],
      [['sample', 'load'], '--days', '(default: 90)'],
    ];
    for (const [path, option, text] of defaults) {
      const { stdout } = await costplane([...path, '--help']);
      const [description = ''] = stdout
        .split(/^(?= {2}-)/m)
        .filter((part) => part.includes(option));
      expect(description.replaceAll(/\s+/g, ' ')).to.contain(text);
    }
  });

  it('describes every argument and option', () => {
    const commands = shown().flatMap((command) => [command, ...command.commands]);
    for (const command of commands) {
      for (const { description } of [...command.registeredArguments, ...command.options]) {
        expect(description, command.name()).not.to.equal('');
      }
    }
  });

  const wrong: [line: string, message: string][] = [
    ['frobnicate', "unknown command 'frobnicate'"],
    ['frobnicate --help', "unknown command 'frobnicate'"],
    ['org frobnicate -h', "unknown command 'frobnicate'"],
    ['serve --prot 1', "unknown option '--prot' (Did you mean --port?)"],
    ['serve --port 99999', 'Must be a number from 0 to 65535'],
    ['serve more', 'too many arguments'],
    ['org create', "missing required argument 'name'"],
    ['key create --org demo', "required option '--scope <scope...>' not specified"],
    ['key create --org demo --scope all --limit 0', 'Must be an integer from 1 to 999999999'],
    ['key create --org demo --scope all --no-clusters --cluster 1', 'cannot be used with'],
    ['ingest --org demo --cluster-name c', "missing required argument 'file'"],
    ['ingest --listen 99999', 'Must be [HOST:]PORT'],
    ['ingest --listen host:', 'Must be [HOST:]PORT'],
    ['ingest --listen 0 --org demo', "'--listen <[host:]port>' cannot be used with option '--org"],
    ['ingest --listen 0 --cluster-name c', 'cannot be used with'],
    ['ingest f --listen 0', '--listen cannot be used with files'],
    ['ingest f --org o', "required option '--cluster-name <name>' not specified"],
    ['ingest f --cluster-name c', "required option '--org <org>' not specified"],
    ['ingest f --org o --cluster-name c --oldest-agent v2.0.0', 'without --listen'],
    ['ingest f --org o --cluster-name c --fold-interval 60', 'without --listen'],
    ['ingest --listen 0 --fold-interval 3601', 'Must be an integer from 0 to 3600'],
    ['ingest --listen 0 --oldest-agent new', 'Must be a version such as v2.1.0'],
    ['ingest --listen 0 --max-snapshot-bytes 0', 'Must be an integer from 1 to 999999999'],
    ['org limit demo --cores 0', 'Must be a number of cores above 0'],
    ['agent-token create --org demo', "required option '--cluster-name <name>' not specified"],
    ['ingest f --org demo --cluster-name c --environment prod', 'Allowed choices are production'],
    [
      'ingest f --org o --cluster-name c --team-label a/b/c',
      'Must be the key of a Kubernetes label',
    ],
    [
      'ingest f --org o --cluster-name c --department-label -x',
      'Must be the key of a Kubernetes label',
    ],
    ['sample load --scale huge', 'Allowed choices are small, medium, large'],
    ['sample load --days 366', 'Must be an integer from 0 to 365'],
    ['sample load --days -1', 'Must be an integer from 0 to 365'],
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

  const contradicting: [line: string, message: string][] = [
    ['cost --last 7d --from 2026-01-01', "'--last <days>' cannot be used with option '--from"],
    ['cost --json -o csv', "'--json' cannot be used with '-o csv'"],
    ['get clusters --json --watch', "'--json' cannot be used with option '-w, --watch"],
    ['get clusters --watch 86401', 'Must be an integer from 1 to 86400'],
    ['cost --from 2026-02-31', 'Must be a day, such as'],
    ['price show --at 2026-02-31', 'Must be a day such as'],
    ['price show --at 2026-02-31T00:00:00Z', 'Must be a time such as'],
    ['migrate --status --distribute', "'--status' cannot be used with option '--distribute'"],
    ['prune --hourly-months 1201', 'Must be an integer from 1 to 1200'],
    ['prune --daily-years 101', 'Must be an integer from 1 to 100'],
    ['prune --gone-days 36501', 'Must be an integer from 1 to 36500'],
  ];
  it('rejects options that contradict each other, and values out of range', async () => {
    const write = process.stderr.write.bind(process.stderr);
    process.stderr.write = () => true;
    try {
      for (const [line, message] of contradicting) {
        const error = await createProgram()
          .parseAsync(line.split(' '), { from: 'user' })
          .catch((one: unknown) => one);
        expect(error, line).to.be.instanceOf(CommanderError);
        expect((error as Error).message, line).to.include(message);
      }
    } finally {
      process.stderr.write = write;
    }
  });

  const keys: [key: string, isTaken: boolean][] = [
    ...['team', 'example.com/team', 'a.b-c.d/E_f.g-h', 'x'.repeat(63)].map(
      (key): [string, boolean] => [key, true],
    ),
    ...['/team', 'team/', '-team', 'team.', 'Example.com/team', 'tëam', 'two words'].map(
      (key): [string, boolean] => [key, false],
    ),
    ['x'.repeat(64), false],
    [`${'x'.repeat(254)}/team`, false],
  ];
  for (const [key, isTaken] of keys) {
    it(`${isTaken ? 'takes' : 'refuses'} the label key ${key.slice(0, 70)}`, () => {
      const taken = () => toLabelKey(key, 'team');
      if (isTaken) expect(taken()).to.equal(key);
      else expect(taken).to.throw(InvalidArgumentError, /^Must be the key of a Kubernetes label/);
    });
  }

  it('names the variable with an invalid label key, and treats an empty one as unset', async () => {
    const line = ['ingest', 'none.json', '--org', 'o', '--cluster-name', 'c'];
    const { code, stdout, stderr } = await costplane(line, {
      env: { COSTPLANE_TEAM_LABEL: '', COSTPLANE_DEPARTMENT_LABEL: 'a b' },
    });
    expect(stderr)
      .to.match(/^costplane: [^\n]+\n$/)
      .and.include("value 'a b' from env 'COSTPLANE_DEPARTMENT_LABEL' is invalid");
    expect({ code, stdout }).to.deep.equal({ code: 2, stdout: '' });
    expect(toLabelKey('', 'team')).to.equal('team');
  });

  it('does not print a key that contains invalid characters', async () => {
    for (const key of ['cpk_secret\nmore', 'cpk_secret…']) {
      const { code, stderr } = await costplane(['get', 'clusters', '--key', key]);
      expect(stderr).to.equal(
        'costplane: The key contains characters that no key has; check --key or COSTPLANE_KEY\n',
      );
      expect(code).to.equal(1);
    }
  });

  it('lists the commands and fails for a group without a command', async () => {
    const { code, stdout, stderr } = await costplane(['org']);
    expect(stderr).to.include('create').and.include('list');
    expect({ code, stdout }).to.deep.equal({ code: 2, stdout: '' });
  });

  it('runs as a program after the build', async () => {
    const program = join(import.meta.dirname, '../bin/costplane.js');
    const { stdout } = await promisify(execFile)(process.execPath, [program, '--help']);
    expect(stdout).to.match(/^Usage: costplane/);
  });
});
