import { expect } from 'chai';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import {
  chart,
  containerOf,
  environmentOf,
  find,
  needsHelm,
  notes,
  ofKind,
  podMakers,
  refusal,
  render,
  repository,
  type Resource,
} from './support/helm.ts';

const costplane = join(repository, 'tools/cli/bin/costplane.js');
const files = join(chart, 'files');

describe('the chart: what it says to Costplane', function () {
  this.timeout(60_000);
  let folder: string;

  before(needsHelm);
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'costplane-chart-'));
  });
  after(() => {
    if (folder) rmSync(folder, { recursive: true });
  });

  /** The command with a config file and an environment; `PATH` aside, nothing of this process'. */
  function run(args: readonly string[], environment: Record<string, string> = {}) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [costplane, ...args], {
      ...{ encoding: 'utf8', cwd: folder },
      env: { PATH: process.env.PATH, ...environment },
    });
    return { status, stdout, stderr };
  }

  for (const file of ['defaults.yaml', 'everything.yaml', 'minimal.yaml']) {
    it(`writes a config that the service takes (${file})`, () => {
      const [config] = ofKind(render({ files: [file] }), 'ConfigMap');
      const path = join(folder, 'costplane.config.yaml');
      writeFileSync(path, config.data['costplane.config.yaml']);
      const { stdout, stderr } = run(['openapi', '--config', path]);
      expect(stderr).to.equal('');
      const document = JSON.parse(stdout) as { paths: object; servers: { url: string }[] };
      expect(document.paths).to.include.keys('/health/ready', '/v1/clusters');
      if (file === 'everything.yaml') {
        expect(document.paths).to.not.have.property('/v1/workloads');
        expect(document.servers[0]?.url).to.equal('https://costs.example.com');
      }
    });
  }

  it('binds every address, on the ports that the pod has', () => {
    const resources = render({ files: ['everything.yaml'] });
    const config = parse(find(resources, 'ConfigMap', 'finops').data['costplane.config.yaml']);
    expect(config.server).to.include({ host: '0.0.0.0', port: 9000, drainSeconds: 30 });
    expect(config.management).to.eql({ host: '0.0.0.0', port: 9001 });
    const api = find(resources, 'Deployment', 'finops-api');
    expect(environmentOf(api)).to.include({
      ...{ HOST: '0.0.0.0', PORT: '9000', MANAGEMENT_PORT: '9001' },
    });
    const mount = containerOf(api).volumeMounts.find(({ name }: Resource) => name === 'config');
    expect(containerOf(api).args).to.eql([
      ...['serve', '--config', `${mount.mountPath}/costplane.config.yaml`],
    ]);
  });

  it('runs commands that there are, with options that they have', () => {
    const commands = podMakers(render({ files: ['everything.yaml'] }))
      .map((maker) => containerOf(maker))
      .filter(({ name }) => name !== 'toolbox')
      .map(({ args }) => args as string[]);
    expect(commands.map(([command]) => command)).to.have.members(['serve', 'ingest', 'migrate']);
    for (const [command = '', ...options] of commands) {
      const help = run([command, '--help']).stdout;
      for (const option of options.filter((text) => text.startsWith('--'))) {
        expect(help, command).to.match(new RegExp(`${option} <`));
      }
    }
  });

  it('has the receiver take its addresses, its limits and its labels', () => {
    const receiver = find(render({ files: ['everything.yaml'] }), 'Deployment', 'finops-receiver');
    expect(containerOf(receiver).args).to.eql([
      'ingest',
      ...['--listen', '0.0.0.0:8081', '--management', '0.0.0.0:9465'],
      ...['--max-snapshot-bytes', '134217728', '--oldest-agent', 'v2.1.0'],
    ]);
    expect(environmentOf(receiver)).to.include({
      COSTPLANE_TEAM_LABEL: 'example.com/team',
      COSTPLANE_DEPARTMENT_LABEL: 'example.com/department',
      LOG_LEVEL: 'debug',
    });
    const byDefault = find(render(), 'Deployment', 'costs-costplane-receiver');
    expect(containerOf(byDefault).args).to.include('268435456');
    expect(containerOf(byDefault).args).to.not.include('--oldest-agent');
  });

  it('gives the toolbox a process that stays, and ends when it is told to', () => {
    const toolbox = find(render({ files: ['everything.yaml'] }), 'Deployment', 'finops-toolbox');
    const { command, args } = containerOf(toolbox);
    expect(command).to.eql(['node', '--eval']);
    execFileSync(process.execPath, [
      '--eval',
      `const child = require('node:child_process').spawn(process.execPath, ['--eval', process.argv[1]]);
      setTimeout(() => {
        if (child.exitCode !== null) process.exit(1);
        child.on('exit', (code) => process.exit(code ?? 2));
        child.kill('SIGTERM');
      }, 1000);`,
      args[0],
    ]);
  });

  it('takes the rules and the dashboards as they are in its files', () => {
    const resources = render({ files: ['everything.yaml'] });
    const rules = parse(readFileSync(join(files, 'costplane.rules.yaml'), 'utf8'));
    expect(find(resources, 'PrometheusRule', 'finops').spec).to.eql(rules);
    for (const name of ['costplane-service', 'costplane-fleet']) {
      const map = find(resources, 'ConfigMap', `finops-${name}`);
      const text = readFileSync(join(files, 'dashboards', `${name}.json`), 'utf8');
      expect(JSON.parse(map.data[`${name}.json`])).to.eql(JSON.parse(text));
      expect(map.metadata.labels).to.include({ grafana_dashboard: '1' });
      expect(map.metadata.annotations).to.include({ grafana_folder: 'Costplane' });
    }
  });

  it('ends an install with commands that there are', () => {
    const text = notes();
    const commands = [...text.matchAll(/exec (\S+) -- costplane (.+)/g)];
    expect(commands).to.have.length(3);
    for (const [, pod, command = ''] of commands) {
      expect(pod).to.equal('deploy/costs-costplane-receiver');
      const words = command.split(' ');
      const group = words.slice(0, 2);
      const help = run([...group, '--help']).stdout;
      for (const option of words.filter((word) => word.startsWith('--'))) {
        expect(help, command).to.contain(option);
      }
    }
    expect(commands.map(([, , command]) => command)).to.eql([
      'org create acme',
      'key create --org acme --scope all',
      'agent-token create --org acme --cluster-name shop',
    ]);
    expect(text).to.contain('Without redis.url');
    expect(text).to.not.contain('secret-of-');
  });

  it('says where the owner of the database is, and what is not done', () => {
    expect(notes({ files: ['secrets-and-redis.yaml'] })).to.contain(
      'exec deploy/costs-costplane-toolbox -- costplane org create acme',
    );
    const minimal = notes({ files: ['minimal.yaml'] });
    expect(minimal).to.contain('toolbox.enabled=true');
    expect(minimal).to.contain('run `costplane migrate`');
    expect(minimal).to.not.contain('exec');
  });

  describe('refuses', () => {
    const refused: [what: string, set: Record<string, string>, message: RegExp][] = [
      ['no replica', { 'api.replicas': '0' }, /\/api\/replicas.*got 0, want 1/],
      ['a misspelt value', { 'api.replica': '3' }, /'replica' not allowed/],
      [
        'a level that there is not',
        { 'config.log.level': 'loud' },
        /\/config\/log\/level.*'trace'/,
      ],
      ['a text for a number', { 'api.port': 'http' }, /\/api\/port.*got string, want integer/],
      [
        'a plugin without a name',
        { 'config.plugins[0].config.docs': 'true' },
        /missing property 'package'/,
      ],
      [
        'a short digest',
        { 'image.digest': 'sha256:12' },
        /\/image\/digest.*does not match pattern/,
      ],
      [
        'one port for two',
        { 'api.port': '9464' },
        /api.managementPort: must differ from api.port \(both are 9464\)/,
      ],
      [
        'no time to drain',
        { 'api.terminationGracePeriodSeconds': '20' },
        /must be at least 40, .*\(got 20\)/,
      ],
      [
        'an Ingress without a host',
        { 'api.ingress.enabled': 'true' },
        /api.ingress.hosts: name at least one/,
      ],
      [
        'a route without a gateway',
        { 'receiver.httpRoute.enabled': 'true' },
        /receiver.httpRoute.parentRefs: name/,
      ],
      [
        'a URL beside a Secret',
        { 'database.reader.existingSecret.name': 'db' },
        /database.reader: give url or existingSecret.name, not both/,
      ],
      [
        'probes that nothing answers',
        { 'config.plugins[0].package': '@costplane/plugin-clusters' },
        /@costplane\/plugin-health is missing, which api.startupProbe asks/,
      ],
    ];
    for (const [what, set, message] of refused) {
      it(what, () => {
        expect(refusal({ set })).to.match(message);
      });
    }

    it('a database without a URL', () => {
      expect(refusal({ files: [] })).to.match(/database.reader: give url, or existingSecret.name/);
      const set = { 'database.reader.existingSecret.name': 'db' };
      expect(refusal({ files: [], set })).to.match(/database.writer: give url/);
    });

    it('a URL of another kind, without repeating its password', () => {
      const set = { 'database.writer.url': 'mysql://writer:hidden@db.example.com/costplane' };
      const message = refusal({ set });
      expect(message).to.contain('database.writer.url: must begin with postgresql://');
      expect(message).to.not.contain('hidden');
    });
  });
});
