import { assembleOpenApi } from '@costplane/kernel';
import { timestampName } from '@costplane/plugin-api/internal';
import { type OpenApiDocument } from '@costplane/plugin-api';
import { expect } from 'chai';
import { loadPlugins } from '../src/plugins/load-plugins.ts';

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly [keyword: string]: unknown;
}

/** Names that end in a unit; the description repeats it, for who reads no names. */
const units: Readonly<Record<string, RegExp>> = {
  _cores: /core/i,
  _bytes: /byte/i,
  _percent: /percent/,
  _percentage: /percent/,
  _hourly: /per hour|hourly/i,
};

/** Their components do not say what they are of; each property that refers to them has to. */
const unspecific = ['Money', 'Reference'];

/** Every property of every schema in the document, with the path to it. */
function listProperties(node: unknown, path = ''): [path: string, schema: Schema][] {
  if (typeof node !== 'object' || node === null) return [];
  const { properties } = node as Schema;
  const own = typeof properties === 'object' ? Object.entries(properties) : [];
  return [
    ...own.map(([name, schema]): [string, Schema] => [`${path}/${name}`, schema]),
    ...own.flatMap(([name, schema]) => listProperties(schema, `${path}/${name}`)),
    ...Object.entries(node).flatMap(([key, inner]) =>
      key === 'properties' ? [] : listProperties(inner, `${path}/${key}`),
    ),
  ];
}

describe('the OpenAPI document of all plugins', () => {
  let document: OpenApiDocument;
  let properties: [path: string, schema: Schema][];

  before(async () => {
    document = assembleOpenApi(await loadPlugins(), 'https://costs.example.com');
    properties = listProperties(document);
  });

  const component = ({ $ref = '' }: Schema) =>
    document.components.schemas?.[$ref.split('/').at(-1) ?? ''] as Schema | undefined;

  const explain = (schema: Schema) => schema.description ?? component(schema)?.description;

  it('describes every schema', () => {
    const schemas = Object.entries(document.components.schemas ?? {}) as [string, Schema][];
    expect(schemas).to.have.length.above(40);
    expect(schemas.filter(([, schema]) => !schema.description)).to.eql([]);
  });

  it('describes every property', () => {
    expect(properties).to.have.length.above(400);
    const silent = properties.filter(
      ([, schema]) =>
        !explain(schema) ||
        (!schema.description && unspecific.some((name) => schema.$ref?.endsWith(`/${name}`))),
    );
    expect(silent.map(([path]) => path)).to.eql([]);
  });

  it('states the unit of every property with a unit in its name', () => {
    const wrong = properties.filter(([path, schema]) => {
      const unit = Object.keys(units).find((suffix) => path.endsWith(suffix));
      return unit !== undefined && !units[unit]?.test(explain(schema) ?? '');
    });
    expect(wrong.map(([path, schema]) => `${path}: ${explain(schema)}`)).to.eql([]);
  });

  it('gives instants the format date-time, and days the format date', () => {
    const instants = properties.filter(([path]) => timestampName.test(path));
    const days = properties.filter(([path]) => /(start|end)_date$/.test(path));
    expect(instants).to.have.length.above(20);
    expect(instants.filter(([, { format }]) => format !== 'date-time')).to.eql([]);
    expect(days.filter(([, { format }]) => format !== 'date')).to.eql([]);
  });
});
