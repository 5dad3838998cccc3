import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { parse } from 'yaml';
import { costplane, type Running, start } from './support/costplane.ts';
import { createDatabase, type Database } from './support/database.ts';
import { readDashboard, shownPanels } from './support/dashboards.ts';
import { repository, rulesFile, snapshotFile } from './support/paths.ts';
import { type Exposed, namesOf, readExposed } from './support/promql.ts';

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { record?: string; alert?: string; expr: string }[];
  }[];
}

const rules = (parse(readFileSync(rulesFile, 'utf8')) as Rules).groups.flatMap(
  (group) => group.rules,
);
const targets = shownPanels(readDashboard('costplane-service.json')).flatMap(
  ({ title, targets: list = [] }) => list.map((target) => ({ title, ...target })),
);
const expressions = [
  ...rules.map(({ record, alert, expr }) => ({ where: `rule ${alert ?? record}`, expr })),
  ...targets.map(({ title, expr = '' }) => ({ where: `panel ${title}`, expr })),
];
const recorded = rules.flatMap(({ record }) => record ?? []);
/** What Prometheus gives a series by where it comes from. */
const scraped = ['job', 'namespace', 'instance'];
/** What a rule keeps of the series that it records. */
const recordedLabels = ['job', 'namespace'];

describe('the metrics of alert rules and dashboards', function () {
  this.timeout(120_000);
  let database: Database;
  const running: Running[] = [];
  /** By job. */
  const exposed = new Map<string, Exposed>();
  let operations: string[];

  before(async () => {
    database = await createDatabase();
    const environment = {
      DATABASE_URL: database.url,
      MANAGEMENT_PORT: '0',
      COSTPLANE_CONFIG: supportFile('with-slow-plugin.yaml'),
    };
    await costplane(['org', 'create', 'acme'], environment);
    const minted = ['--org', 'acme'];
    const { token } = await costplane<{ token: string }>(
      ['agent-token', 'create', ...minted, '--cluster-name', 'shop'],
      environment,
    );
    const { key } = await costplane<{ key: string }>(
      ['key', 'create', ...minted, '--scope', 'all'],
      environment,
    );
    const service = await start(['serve', '--port', '0'], environment);
    running.push(service);
    const receiver = await start(['ingest', '--listen', '0', '--management', '0'], environment);
    running.push(receiver);
    await request(service, key);
    await report(receiver, token);
    exposed.set('costplane', await readMetrics(service));
    exposed.set('costplane-receiver', await readMetrics(receiver));
    operations = await readOperations();
  });

  after(async () => {
    await Promise.all(running.map((one) => one.stop()));
    await database.drop();
  });

  it('are all exposed, by the job that is asked for', () => {
    const unknown = expressions.flatMap(({ where, expr }) => {
      const { metrics } = namesOf(expr);
      if (metrics.length === 0) return [`${where}: no metric`];
      return metrics.flatMap(({ name, matchers }) =>
        name === 'up' || recorded.includes(name)
          ? []
          : jobsOf(matchers)
              .filter((job) => !exposed.get(job)?.has(name))
              .map((job) => `${where}: ${name} is not of ${job}`),
      );
    });
    expect(unknown).to.eql([]);
  });

  it('have every label that is asked for', () => {
    const unknown = expressions.flatMap(({ where, expr }) => {
      const { metrics, labels } = namesOf(expr);
      const known = new Set(
        metrics.flatMap(({ name, matchers }) => labelsOf(name, jobsOf(matchers))),
      );
      const wrongMatchers = metrics.flatMap(({ name, matchers }) =>
        matchers
          .filter(({ label }) => !labelsOf(name, jobsOf(matchers)).includes(label))
          .map(({ label }) => `${where}: ${name} has no ${label}`),
      );
      const wrong = labels.filter((label) => !known.has(label));
      return [...wrongMatchers, ...wrong.map((label) => `${where}: nothing has ${label}`)];
    });
    expect(unknown).to.eql([]);
  });

  it('have every label of a legend', () => {
    const unknown = targets.flatMap(({ title, expr = '', legendFormat = '' }) => {
      const used = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
      const { metrics, labels } = namesOf(expr);
      const isGrouped = /\bby\s*\(/.test(expr);
      const known = metrics.flatMap(({ name, matchers }) => labelsOf(name, jobsOf(matchers)));
      return used
        .filter((label) => !(isGrouped ? labels : known).includes(label ?? ''))
        .map((label) => `${title}: ${label}`);
    });
    expect(unknown).to.eql([]);
  });

  it('have the states and outcomes that are asked for', () => {
    const wrong = expressions.flatMap(({ where, expr }) =>
      namesOf(expr).metrics.flatMap(({ name, matchers }) =>
        matchers
          .filter(({ label, operator }) => ['state', 'outcome'].includes(label) && operator === '=')
          .filter(({ label, value }) => !valuesOf(name, label).includes(value))
          .map(({ label, value }) => `${where}: ${name} has no ${label} ${value}`),
      ),
    );
    expect(wrong).to.eql([]);
  });

  it('are of operations that there are', () => {
    const alternatives = expressions.flatMap(({ expr }) =>
      namesOf(expr).metrics.flatMap(({ matchers }) =>
        matchers
          .filter(({ label }) => label === 'operation')
          .flatMap(({ value }) => value.split('|')),
      ),
    );
    expect(alternatives).to.include('getReadiness');
    const unknown = alternatives.filter(
      (pattern) =>
        ![...operations, 'none'].some((name) => new RegExp(`^(?:${pattern})$`).test(name)),
    );
    expect(unknown).to.eql([]);
  });

  const valuesOf = (name: string, label: string) =>
    [...exposed.values()].flatMap((metrics) => [...(metrics.get(name)?.get(label) ?? [])]);

  function labelsOf(name: string, jobs: readonly string[]): string[] {
    if (recorded.includes(name)) return recordedLabels;
    const own = jobs.flatMap((job) => [...(exposed.get(job)?.get(name)?.keys() ?? [])]);
    return [...scraped, ...own];
  }
});

const supportFile = (name: string) =>
  join(repository, 'tools/packaging/test/monitoring/support', name);

function jobsOf(matchers: ReturnType<typeof namesOf>['metrics'][number]['matchers']): string[] {
  const jobs = matchers
    .filter(({ label }) => label === 'job')
    .flatMap(({ value }) => value.split('|'));
  return jobs.length === 0 ? ['no job'] : jobs;
}

/** Requests that are answered, refused, given up, and of no operation. */
async function request({ url }: Running, key: string): Promise<void> {
  const headers = { Authorization: `Bearer ${key}` };
  expect((await fetch(`${url}/health/ready`)).status).to.equal(200);
  expect((await fetch(`${url}/v1/clusters`, { headers })).status).to.equal(200);
  expect((await fetch(`${url}/v1/clusters`)).status).to.equal(401);
  expect((await fetch(`${url}/v1/wait`, { headers })).status).to.equal(503);
  expect((await fetch(`${url}/v1/nothing`)).status).to.equal(404);
}

/** A report that is stored, and one that is refused. */
async function report({ url }: Running, token: string): Promise<void> {
  const snapshot = JSON.parse(readFileSync(snapshotFile, 'utf8')) as Record<string, unknown>;
  const body = zstdCompressSync(JSON.stringify({ ...snapshot, timestamp: Date.now() }));
  const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'zstd' };
  const address = `${url}/api/v1/metrics/ingest`;
  const send = (own: object) =>
    fetch(address, { method: 'POST', body, headers: { ...headers, ...own } });
  expect((await send({ Authorization: `Bearer ${token}` })).status).to.equal(200);
  expect((await send({})).status).to.equal(401);
}

async function readMetrics({ metrics_url: url }: Running): Promise<Exposed> {
  return readExposed(await (await fetch(url)).text());
}

/** Of every plugin of this repository, also those that are off by default. */
async function readOperations(): Promise<string[]> {
  const document = await costplane<{
    paths: Record<string, Record<string, { operationId: string }>>;
  }>(['openapi', '--config', supportFile('all-plugins.yaml')], {});
  return Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId }) => operationId);
}
