import { type TSchema } from 'typebox';
import { Check } from 'typebox/value';

/** The parts of JSON Schema that the snapshot schema uses. */
interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  anyOf?: Shape[];
  patternProperties?: Record<string, Shape>;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  description?: string;
}

/**
 * One line that names the first field, in document order, that does not match the schema. The value
 * must be one that the schema rejects.
 */
export function describeMismatch(schema: TSchema, value: unknown): string {
  return locate(schema, value, '') ?? 'is not an agent snapshot';
}

function locate(shape: Shape, value: unknown, path: string): string | undefined {
  if (Check(shape as TSchema, value)) return undefined;
  const expected = shape.anyOf?.find(({ type }) => type !== 'null') ?? shape;
  return inObject(expected, value, path) ?? inList(expected, value, path) ?? at(path, shape, value);
}

function inObject(shape: Shape, value: unknown, path: string): string | undefined {
  if (shape.type !== 'object' || !isObject(value)) return undefined;
  const anyKeyShape = Object.values(shape.patternProperties ?? {})[0];
  for (const [key, member] of Object.entries(value)) {
    const own = Object.hasOwn(shape.properties ?? {}, key) ? shape.properties?.[key] : undefined;
    const memberShape = own ?? anyKeyShape;
    const found = memberShape && locate(memberShape, member, join(path, key));
    if (found) return found;
  }
  const missing = shape.required?.find((key) => !Object.hasOwn(value, key));
  if (missing === undefined) return undefined;
  return `${join(path, missing)} must be ${expectation(shape.properties?.[missing] ?? {})} (it is missing)`;
}

function inList(shape: Shape, value: unknown, path: string): string | undefined {
  if (shape.type !== 'array' || !shape.items || !Array.isArray(value)) return undefined;
  for (const [index, item] of value.entries()) {
    const found = locate(shape.items, item, `${path}[${index}]`);
    if (found) return found;
  }
  return undefined;
}

function at(path: string, shape: Shape, value: unknown): string {
  return `${path} must be ${expectation(shape, value)} (got ${excerpt(value)})`;
}

function expectation(shape: Shape, value?: unknown): string {
  if (shape.anyOf) return shape.anyOf.map((option) => expectation(option, value)).join(' or ');
  if (shape.description !== undefined) return shape.description;
  switch (shape.type) {
    case 'number':
      return `a number of ${range(shape, value)}`;
    case 'integer':
      return `an integer of ${range(shape, value)}`;
    case 'string':
      return text(shape, value);
    case 'boolean':
      return 'true or false';
    case 'array':
      return 'a list';
    case 'null':
      return 'null';
    default:
      return 'an object';
  }
}

function text({ minLength = 0, maxLength = Infinity }: Shape, value: unknown): string {
  if (typeof value === 'string' && value.length > maxLength) {
    return `text of at most ${maxLength} characters`;
  }
  return minLength > 0 ? 'text that is not empty' : 'text';
}

function range({ minimum = 0, maximum = Infinity }: Shape, value: unknown): string {
  return typeof value === 'number' && value > maximum
    ? `at most ${maximum}`
    : `at least ${minimum}`;
}

/** A value as it may appear in an error message: short, on one line. */
export function excerpt(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}..."` : text;
}

export function join(path: string, key: string): string {
  if (!/^[A-Za-z_]\w*$/.test(key)) return `${path}[${excerpt(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
