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

  it('takes the rules of its files for its own namespace alone', () => {
    const text = readFileSync(join(files, 'costplane.rules.yaml'), 'utf8');
    const resources = render({ files: ['everything.yaml'], namespace: '77' });
    const { spec } = find(resources, 'PrometheusRule', 'finops');
    expect(spec).to.eql(parse(text.replaceAll('{job', '{namespace="77",job')));
    for (const { expr } of spec.groups.flatMap(({ rules }: Resource) => rules)) {
      for (const [selector] of expr.matchAll(/\{[^}]*\}/g)) {
        expect(selector).to.match(/^\{namespace="77",/);
      }
      expect(expr).to.match(/\{|costplane:http_requests:/);
    }
  });

  it('takes the dashboards as they are in its files', () => {
    const resources = render({ files: ['everything.yaml'] });
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
    expect(text).to.not.contain('Network policies');
  });

  it('says which ports the URLs in Secrets may have', () => {
    const text = notes({ files: ['secrets-and-redis.yaml'] });
    expect(text).to.contain('out to PostgreSQL at port 5432:');
    expect(text).to.contain('out to Redis at port 6379:');
    const open = { 'networkPolicy.enabled': 'false' };
    expect(notes({ files: ['secrets-and-redis.yaml'], set: open })).to.not.contain('at port');
  });

  it('warns of more connections than PostgreSQL has by default', () => {
    expect(notes()).to.not.contain('max_connections');
    const four = notes({ set: { 'api.replicas': '4' } });
    expect(four).to.contain('up to 120 connections to PostgreSQL');
    const scaled = notes({ set: { 'api.autoscaling.enabled': 'true' } });
    expect(scaled).to.contain('up to 170 connections to PostgreSQL');
  });

  it('is installed by commands that wait for longer than a migration may take', () => {
    const [job] = ofKind(render(), 'Job');
    const guides = ['docs/guides/upgrade.md', 'docs/guides/ship-an-edition.md'];
    const readmes = ['tools/packaging/helm/costplane/README.md'];
    for (const file of [...guides, ...readmes]) {
      const text = readFileSync(join(repository, file), 'utf8').replaceAll(/\\\n\s*/g, '');
      const commands = [...text.matchAll(/^\W*helm (?:install|upgrade) .*$/gm)];
      expect(commands, file).to.not.be.empty;
      for (const [command] of commands) {
        const minutes = Number(/--timeout (\d+)m/.exec(command)?.[1]);
        expect(minutes * 60, command).to.be.greaterThan(job.spec.activeDeadlineSeconds);
      }
    }
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
      ['no image', { 'image.repository': '' }, /image.repository: name your image without its tag/],
      [
        'more pods at least than at most',
        { 'api.autoscaling.enabled': 'true', 'api.autoscaling.minReplicas': '7' },
        /minReplicas: must be at most api.autoscaling.maxReplicas, 6 \(got 7\)/,
      ],
      [
        'a scrape that may take longer than its interval',
        { 'monitoring.serviceMonitor.scrapeTimeout': '1m30s' },
        /scrapeTimeout: must be at most monitoring.serviceMonitor.interval, 30s \(got 1m30s\)/,
      ],
      ['a name that is none', { nameOverride: 'Fin_Ops' }, /\/nameOverride.*pattern/],
      ['a whole name that is none', { fullnameOverride: '2024' }, /\/fullnameOverride/],
      [
        'a disruption budget that lets no node be drained',
        { 'api.podDisruptionBudget.maxUnavailable': '0' },
        /\/api\/podDisruptionBudget\/maxUnavailable.*got 0, want 1/,
      ],
      [
        'a timeout that a gateway does not understand',
        { 'api.httpRoute.timeouts.request': '30 seconds' },
        /\/api\/httpRoute\/timeouts\/request.*pattern/,
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

    it('a release whose name no Service may begin with', () => {
      expect(refusal({ release: '2024' })).to.match(/fullnameOverride: set it,.* release "2024"/);
    });

    it('a port that policies let nobody out to, without repeating it or the password', () => {
      for (const [name, url, ports] of [
        ['database.reader', 'postgresql://a:hidden@db.example.com:6543/costplane', 'postgres'],
        ['database.owner', 'postgresql://a:hidden@[2001:db8::1]:6543/costplane', 'postgres'],
        ['database.writer', 'postgres://a:hidden@db.example.com:6543', 'postgres'],
        ['redis', 'rediss://:hidden@redis.example.com:6543/0', 'redis'],
      ] as const) {
        const message = refusal({ set: { [`${name}.url`]: url } });
        expect(message).to.contain(
          `${name}.url: its port is not among networkPolicy.${ports}.ports (${ports === 'redis' ? '6379' : '5432'}); add it there`,
        );
        expect(message).to.not.match(/hidden|6543/);
        const set = { [`${name}.url`]: url };
        expect(render({ set: { ...set, 'networkPolicy.enabled': 'false' } })).to.not.be.empty;
        const setJson = { networkPolicy: { [ports]: { ports: [5432, 6543] } } };
        expect(render({ set, setJson })).to.not.be.empty;
      }
      const given = {
        'database.owner.url': 'postgresql://a:b@db.example.com:5432/costplane?sslmode=require',
        'database.ledger.url': 'postgresql://a:b@[2001:db8::1]/costplane',
      };
      expect(render({ set: given })).to.not.be.empty;
      const missing = { 'networkPolicy.postgres.ports[0]': '6543' };
      expect(refusal({ set: missing })).to.match(/\(6543\); add it there/);
    });

    it('a URL of another kind, without repeating its password', () => {
      const set = { 'database.writer.url': 'mysql://writer:hidden@db.example.com/costplane' };
      const message = refusal({ set });
      expect(message).to.contain('database.writer.url: must begin with postgresql://');
      expect(message).to.not.contain('hidden');
    });
  });
});
