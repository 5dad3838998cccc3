import { type ErrorObject } from 'ajv';
import { nearestOf } from './nearest-of.ts';
import { describeSchemaError, type TypeWords } from './describe-schema-error.ts';

const yamlTypes: TypeWords = {
  object: 'a mapping',
  array: 'a list',
  string: 'text',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  null: 'empty',
};

/** What is wrong, phrased to follow the name of the value, and how to fix it, if there is more to say. */
export const describeSetting = (error: ErrorObject) => ({
  what: describeSchemaError(error, yamlTypes),
  fix: suggestFix(error),
});

/** Uses the `fix` of the part of the schema, if it has one. */
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
function describeKnownKeys(unknown: string, known: readonly string[]): string {
  if (known.length === 0) return 'remove it: there are no keys here';
  const nearest = nearestOf(unknown, known);
  if (nearest !== undefined) return `did you mean \`${nearest}\`?`;
  return known.length === 1 ? `the only key is ${known[0]}` : `the keys are ${known.join(', ')}`;
}
