import { type ErrorObject } from 'ajv';
import { type TSchema } from 'typebox';
import { compileSettings, describeSetting } from '@costplane/kernel/loader';
import { type FileProblem } from './file-error.ts';
import { type YamlFile } from './parse-yaml.ts';

/**
 * Compiles a schema into a check of YAML files that locates every problem and fills in defaults.
 * The `fix` keyword of a part of the schema says how to fix a mismatch.
 */
export function compileYamlCheck(schema: TSchema): (yaml: YamlFile) => FileProblem[] {
  const isValid = compileSettings(schema);
  return (yaml) =>
    isValid(yaml.value) ? [] : (isValid.errors ?? []).map((e) => toProblem(e, yaml));
}

function toProblem(error: ErrorObject, yaml: YamlFile): FileProblem {
  const path = error.instancePath.split('/').slice(1).map(unescapePointer);
  const { additionalProperty } = error.params as { additionalProperty?: string };
  const { what, fix = 'correct it' } = describeSetting(error);
  const subject = describePath(path) || (additionalProperty === undefined ? 'the file' : '');
  const isOfKeys = error.keyword === 'additionalProperties' || error.keyword === 'required';
  const found = isOfKeys ? '' : ` (got ${describeValue(error.data)})`;
  return yaml.problem(path, `${subject} ${what}${found}`.trimStart(), fix, additionalProperty);
}

const unescapePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** `entries[0].name`, as users write it. */
const describePath = (path: readonly string[]) =>
  path
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');

const maxCharacters = 60;

function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)}…`;
}
