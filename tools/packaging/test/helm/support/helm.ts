import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

export const repository = join(import.meta.dirname, '../../../../..');
export const chart = join(repository, 'tools/packaging/helm/costplane');
export const ciValues = join(repository, 'tools/packaging/helm/ci');

/** Where `tools/packaging/lint.mjs` puts it. */
const cached = join(repository, 'node_modules/.cache/costplane-packaging/bin/helm');

function findHelm(): string | undefined {
  const given = process.env.COSTPLANE_TEST_HELM;
  if (given !== undefined && given !== '') return given;
  if (existsSync(cached)) return cached;
  return spawnSync('helm', ['version'], { stdio: 'ignore' }).error ? undefined : 'helm';
}

const helm = findHelm();

/** For a suite's `before`: skips it where there is no Helm, and says so. */
export function needsHelm(this: Mocha.Context): void {
  if (helm !== undefined) return;
  Object.assign(this.test ?? {}, { skipReason: 'no Helm; node tools/packaging/lint.mjs gets one' });
  this.skip();
}

/** A rendered resource. A test looks into it as it likes. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Resource = any;

/** Values that every render needs. */
export const leastValues = {
  'image.repository': 'images.example.com/costplane',
  'database.reader.url': 'postgresql://reader:secret-of-reader@db.example.com/costplane',
  'database.writer.url': 'postgresql://writer:secret-of-writer@db.example.com/costplane',
};

export interface RenderOptions {
  /** Files under `tools/packaging/helm/ci`, instead of the least values. */
  readonly files?: readonly string[];
  /** Single values, by path; text that YAML reads. */
  readonly set?: Readonly<Record<string, string>>;
  /** Values by path, as JSON. */
  readonly setJson?: Readonly<Record<string, unknown>>;
  readonly release?: string;
  readonly namespace?: string;
}

function argumentsOf(options: RenderOptions) {
  const { files, set = {}, setJson = {}, release = 'costs', namespace = 'finance' } = options;
  const values: Record<string, string> = { ...(files === undefined ? leastValues : {}), ...set };
  return [
    ...[release, chart, '--namespace', namespace],
    ...(files ?? []).flatMap((file) => ['--values', join(ciValues, file)]),
    ...Object.entries(values).flatMap(([path, text]) => ['--set', `${path}=${text}`]),
    ...Object.entries(setJson).flatMap(([path, value]) => [
      '--set-json',
      `${path}=${JSON.stringify(value)}`,
    ]),
  ];
}

/** What `helm template` makes of the chart. */
export function render(options: RenderOptions = {}): Resource[] {
  const text = execFileSync(helm ?? '', ['template', ...argumentsOf(options)], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
  return parseAllDocuments(text)
    .map((document) => document.toJS())
    .filter((resource: Resource) => resource !== null && resource !== undefined);
}

/** What Helm says of values that the chart does not take. */
export function refusal(options: RenderOptions): string {
  const { status, stderr } = spawnSync(helm ?? '', ['template', ...argumentsOf(options)], {
    encoding: 'utf8',
  });
  if (status === 0) throw new Error('the chart takes these values');
  return stderr;
}

/** The notes that an install would end with. */
export function notes(options: RenderOptions = {}): string {
  const text = execFileSync(helm ?? '', ['install', ...argumentsOf(options), '--dry-run=client'], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
  return text.slice(text.indexOf('NOTES:'));
}

export function find(resources: readonly Resource[], kind: string, name: string): Resource {
  const found = resources.find((one) => one.kind === kind && one.metadata.name === name);
  if (!found) {
    const names = resources.map((one) => `${one.kind} ${one.metadata.name}`);
    throw new Error(`there is no ${kind} ${name} among ${names.join(', ')}`);
  }
  return found;
}

export const ofKind = (resources: readonly Resource[], kind: string): Resource[] =>
  resources.filter((resource) => resource.kind === kind);

/** Everything that makes pods. */
export const podMakers = (resources: readonly Resource[]): Resource[] =>
  resources.filter(({ kind }) => ['Deployment', 'Job'].includes(kind));

/** The only container of a workload. */
export const containerOf = (workload: Resource): Resource =>
  workload.spec.template.spec.containers[0];

export const environmentOf = (workload: Resource): Record<string, Resource> =>
  Object.fromEntries(
    containerOf(workload).env.map(({ name, value, valueFrom }: Resource) => [
      name,
      value ?? valueFrom,
    ]),
  );
