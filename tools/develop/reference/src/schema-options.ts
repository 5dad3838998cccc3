import { code } from './markdown.ts';

/** The parts of JSON Schema that the settings use. */
export interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly pattern?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  /** For a mapping with names chosen by the user as keys. */
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** A key that can be configured. Everything but the path is Markdown. */
export interface Option {
  /** `server.port`, or `plugins[].package` for a key in each element of a list. */
  readonly path: string;
  readonly type: string;
  readonly default: string;
  readonly meaning: string;
}

/** Every key of an object's schema in order, including those of nested objects. */
export function listOptions(schema: Schema, parent = ''): Option[] {
  const named = Object.values(schema.patternProperties ?? {});
  const chosen = named.flatMap((property) => listOptions(property, `${parent}NAME.`));
  const fixed = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = `${parent}${name}`;
    if (property.type === 'object') return listOptions(property, `${path}.`);
    const isRequired = schema.required?.includes(name) === true;
    return [
      {
        path,
        type: describeType(property),
        default: describeDefault(property, isRequired),
        meaning: property.description ?? '',
      },
      ...(property.items?.type === 'object' ? listOptions(property.items, `${path}[].`) : []),
    ];
  });
  return [...fixed, ...chosen];
}

function describeType({ type, enum: values, items, ...bounds }: Schema): string {
  if (values) return `one of ${values.map((value) => code(String(value))).join(', ')}`;
  const name = type === undefined ? 'any' : type === 'array' ? `list of ${items?.type}s` : type;
  return [name, ...describeBounds(bounds)].join(', ');
}

function describeBounds(schema: Schema): string[] {
  const { minimum, maximum, minLength = 0, maxLength, minItems = 0, pattern } = schema;
  return [
    ...(minimum !== undefined && maximum !== undefined ? [`${minimum} to ${maximum}`] : []),
    ...(minimum !== undefined && maximum === undefined ? [`from ${minimum}`] : []),
    ...(minimum === undefined && maximum !== undefined ? [`up to ${maximum}`] : []),
    ...(minLength === 1 ? ['not empty'] : []),
    ...(minLength > 1 ? [`at least ${minLength} characters`] : []),
    ...(maxLength === undefined ? [] : [`up to ${maxLength} characters`]),
    ...(minItems > 0 ? [`at least ${minItems}`] : []),
    ...(pattern === undefined ? [] : [`matches ${code(pattern)}`]),
  ];
}

function describeDefault(schema: Schema, isRequired: boolean): string {
  if (schema.default !== undefined) return code(shown(schema.default));
  return isRequired ? 'required' : 'none';
}

const shown = (value: unknown) =>
  typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
