import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { withValues } from '../../src/helm/values-section.ts';
import { readValues } from '../../src/helm/values-table.ts';

const repository = join(import.meta.dirname, '../../../../..');
const chart = join(repository, 'tools/operate/packaging/helm/costplane');

const read = (file: string) => readFileSync(join(chart, file), 'utf8');
const values = readValues(read('values.yaml'));

interface Schema {
  readonly $ref?: string;
  readonly type?: string | string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
}

const schema = JSON.parse(read('values.schema.json')) as Schema & {
  definitions: Readonly<Record<string, Schema>>;
};

const resolve = (part: Schema): Schema =>
  part.$ref === undefined ? part : (schema.definitions[part.$ref.split('/').at(-1) ?? ''] ?? {});

/** The paths of the values that the schema names. */
function listPaths(part: Schema, path: readonly string[] = []): string[] {
  const { properties } = resolve(part);
  if (!properties) return [path.join('.')];
  return Object.entries(properties).flatMap(([name, one]) => listPaths(one, [...path, name]));
}

/** Objects with properties of their own that let others in. */
function openObjects(part: Schema, path: readonly string[] = []): string[] {
  const { properties, additionalProperties } = resolve(part);
  if (!properties) return [];
  const own = additionalProperties === false ? [] : [path.join('.')];
  return [
    ...own,
    ...Object.entries(properties).flatMap(([name, one]) => openObjects(one, [...path, name])),
  ];
}

/** What the config file says of addresses follows from other values. */
const setByChart = ['server.port', 'server.host', 'management.port', 'management.host'];

function partAt(part: Schema, [name, ...rest]: readonly string[]): Schema | undefined {
  if (name === undefined) return part;
  const { properties, additionalProperties } = resolve(part);
  const next = name === 'NAME' ? additionalProperties : properties?.[name];
  return typeof next === 'object' ? partAt(next, rest) : undefined;
}

describe('the values of the chart', () => {
  it('are each described in values.yaml', () => {
    expect(values.length).to.be.greaterThan(150);
    const silent = values.filter(({ description }) => !/^[^a-z].*\.$/.test(description));
    expect(silent.map(({ path }) => path)).to.eql([]);
  });

  it('match the schema, which allows no others', () => {
    const named = values.map(({ path }) => path);
    const inSchema = listPaths(schema).filter((path) => path !== 'global');
    const covers = (path: string) =>
      named.some((one) => path === one || path.startsWith(`${one}.`));
    expect(inSchema.filter((path) => !covers(path))).to.eql([]);
    const isPart = (path: string) => inSchema.some((one) => `${one}.`.startsWith(`${path}.`));
    expect(named.filter((path) => !isPart(path))).to.eql([]);
    expect(openObjects(schema)).to.eql([]);
  });

  it('include every key of the config file, with its bounds', () => {
    const reference = readFileSync(join(repository, 'docs/reference/config.md'), 'utf8');
    const [, table = ''] = reference.split('## costplane.config.yaml');
    const rows = [
      ...(table.split('\n## ')[0] ?? '').matchAll(/^\| `([^`]+)`\s*\| ([^|]+?)\s*\|/gm),
    ];
    const keys = rows.map(([, key = '', type = '']) => ({ key, type }));
    expect(keys.map(({ key }) => key)).to.include.members([...setByChart, 'database.poolSize']);
    for (const { key, type } of keys) {
      if (setByChart.includes(key) || key.includes('[]')) continue;
      const part = partAt(schema, ['config', ...key.split('.')]);
      expect(part, key).to.be.an('object');
      const [, least, most] = /^integer, (\d+) to (\d+)$/.exec(type) ?? [];
      if (least === undefined) continue;
      expect([part?.minimum, part?.maximum], key).to.eql([Number(least), Number(most)]);
    }
  });

  it('are listed in the README', async () => {
    const file = join(chart, 'README.md');
    const options = { ...(await resolveConfig(file)), filepath: file };
    const current = await format(withValues(read('README.md'), read('values.yaml')), options);
    expect(read('README.md'), 'npx node tools/operate/packaging/src/helm/write-values.ts').to.equal(
      current,
    );
  });
});
