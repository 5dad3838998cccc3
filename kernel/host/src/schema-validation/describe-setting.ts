import { type ErrorObject } from 'ajv';
import { nearestOf } from './nearest-of.ts';
import { describeSchemaError, type TypeWords } from './describe-schema-error.ts';

/** A problem with a value in a config file. */
export interface SettingProblem {
  /** Phrased to follow the name of the value. */
  readonly what: string;
  /** The value; omitted for a plugin's config, which may contain secrets. */
  readonly got: string | undefined;
  /** How to fix it, if there is more to say. */
  readonly fix: string | undefined;
}

const yamlTypes: TypeWords = {
  object: 'a mapping',
  array: 'a list',
  string: 'text',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  null: 'empty',
};

/** Uses the `fix` of the part of the schema, if it has one. */
export function describeSetting(error: ErrorObject): SettingProblem {
  const isOfKeys = error.keyword === 'additionalProperties' || error.keyword === 'required';
  return {
    what: describeSchemaError(error, yamlTypes),
    got: isOfKeys ? undefined : describeValue(error.data),
    fix: suggestFix(error),
  };
}

function suggestFix({ keyword, parentSchema = {}, params, data }: ErrorObject): string | undefined {
  const { fix, properties = {} } = parentSchema as { fix?: string; properties?: object };
  const { additionalProperty, type } = params as { additionalProperty?: string; type?: unknown };
  if (additionalProperty !== undefined) {
    return describeKnownKeys(additionalProperty, Object.keys(properties));
  }
  if (type === 'string' && ['number', 'boolean'].includes(typeof data)) return 'put it in quotes';
  return fix ?? (keyword === 'required' ? 'add it' : undefined);
}

/** Suggests a known key for an unknown one. */
export function describeKnownKeys(unknown: string, known: readonly string[]): string {
  if (known.length === 0) return 'remove it: there are no keys here';
  const nearest = nearestOf(unknown, known);
  if (nearest !== undefined) return `did you mean \`${nearest}\`?`;
  return known.length === 1 ? `the only key is ${known[0]}` : `the keys are ${known.join(', ')}`;
}

const maxCharacters = 60;

function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)}…`;
}
