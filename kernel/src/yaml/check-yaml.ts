import { Ajv, type ErrorObject } from 'ajv';
import { type TSchema } from 'typebox';
import { describeSchemaError, schemaOptions } from '../schema-validation/compile-schema.ts';
import { type FileProblem } from './file-error.ts';
import { type YamlFile } from './parse-yaml.ts';

const settings = new Ajv({
  ...schemaOptions,
  allErrors: true,
  useDefaults: true,
  verbose: true,
  strictNumbers: true,
});

/**
 * Compiles a schema into a check of YAML files, which gives every problem with its place and fills
 * in defaults. How to mend what does not match is the `fix` of the part of the schema, if it has one.
 */
export function compileYamlCheck(schema: TSchema): (yaml: YamlFile) => FileProblem[] {
  const isValid = settings.compile(schema);
  return (yaml) =>
    isValid(yaml.value) ? [] : (isValid.errors ?? []).map((e) => toProblem(e, yaml));
}

function toProblem(error: ErrorObject, yaml: YamlFile): FileProblem {
  const path = error.instancePath.split('/').slice(1).map(unescapePointer);
  const { additionalProperty } = error.params as { additionalProperty?: string };
  return yaml.problem(path, whatOf(error, path), fixOf(error), additionalProperty);
}

function whatOf(error: ErrorObject, path: readonly string[]): string {
  const { missingProperty } = error.params as { missingProperty?: string };
  const subject = describePath(path);
  if (missingProperty !== undefined) return `${subject || 'the file'} has no "${missingProperty}"`;
  const got = error.keyword === 'additionalProperties' ? '' : ` (got ${describeValue(error.data)})`;
  const kind = kindOf(error);
  if (kind !== undefined) return `${subject || 'the file'} is ${kind}${got}`;
  return `${subject === '' ? '' : `${subject} `}${describeSchemaError(error)}${got}`;
}

/** What a value of the wrong type is, in the words of the files. */
function kindOf({ keyword, params }: ErrorObject): string | undefined {
  if (keyword !== 'type') return undefined;
  return kinds[String((params as { type?: unknown }).type)];
}

const kinds: Record<string, string> = {
  object: 'no map',
  array: 'no list',
  string: 'no text',
  number: 'no number',
  integer: 'no whole number',
  boolean: 'neither true nor false',
};

function fixOf(error: ErrorObject): string {
  const { fix, properties } = (error.parentSchema ?? {}) as { fix?: string; properties?: object };
  const { type } = error.params as { type?: unknown };
  if (error.keyword === 'additionalProperties') {
    return `its keys are ${Object.keys(properties ?? {}).join(', ')}`;
  }
  if (error.keyword === 'required') return fix ?? 'add it';
  if (type === 'string' && ['number', 'boolean'].includes(typeof error.data)) {
    return 'put it in quotes';
  }
  return fix ?? 'correct it';
}

const unescapePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** `entries[0].name`, as people write it. */
const describePath = (path: readonly string[]) =>
  path
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');

const mostCharacters = 60;

function describeValue(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}…`;
}
