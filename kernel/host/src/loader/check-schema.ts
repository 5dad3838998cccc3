import { describeThrown } from '../errors/describe-thrown.ts';
import { timestampName, timestampPattern } from '@costplane/plugin-api/internal';
import { validateSchema } from '../schema-validation/compile-schema.ts';

/** Whether a schema may refer to its own parts. One that becomes a part of another may not. */
export interface SchemaUse {
  readonly mayRefer: boolean;
}

/**
 * What keeps a JSON Schema from being compiled, if anything does. Compiling it would tell as well,
 * and for the schemas of all routes takes a quarter of a start.
 */
export function schemaProblem(schema: unknown, use: SchemaUse): string | undefined {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    return 'must be a JSON Schema';
  }
  try {
    const problem = validateSchema(schema);
    return problem === undefined
      ? partProblem({ part: schema, root: schema, path: '' }, use)
      : `is not a JSON Schema: ${problem}`;
  } catch (error) {
    return `is not a JSON Schema: ${describeThrown(error)}`;
  }
}

/**
 * A field whose name says that it is an instant, and whose schema is not the one of instants. Of an
 * open object the schema names no fields; the testing kit looks at the answers themselves.
 */
export function timestampProblem(schema: unknown): string | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined;
  const { properties = {} } = schema as { properties?: Record<string, { pattern?: unknown }> };
  const wrong = Object.entries(properties).find(
    ([name, field]) => timestampName.test(name) && field.pattern !== timestampPattern,
  );
  if (wrong)
    return `has the field ${wrong[0]}, which must come from timestamp() or nullableTimestamp()`;
  for (const [, part] of partsOf(schema)) {
    const problem = timestampProblem(part);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

interface Part {
  readonly part: unknown;
  readonly root: object;
  readonly path: string;
}

/** What the schema of schemas does not tell: references, and patterns that are none. */
function partProblem({ part, root, path }: Part, use: SchemaUse): string | undefined {
  if (typeof part !== 'object' || part === null) return undefined;
  const at = `at ${path || 'its root'}`;
  const { $ref, $dynamicRef = $ref, pattern, patternProperties = {} } = part as JsonSchema;
  if (typeof $dynamicRef === 'string') {
    if (!use.mayRefer) return `has a $ref to ${$dynamicRef} ${at}: write the schema in its place`;
    if (!leadsSomewhere($dynamicRef, root)) {
      return `has a $ref to ${$dynamicRef} ${at}, which does not exist`;
    }
  }
  for (const text of [pattern, ...Object.keys(patternProperties)]) {
    if (typeof text === 'string' && !isPattern(text)) {
      return `has the pattern ${text} ${at}, which is not a regular expression`;
    }
  }
  for (const [key, inner] of partsOf(part)) {
    const problem = partProblem({ part: inner, root, path: `${path}/${key}` }, use);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

interface JsonSchema {
  readonly $ref?: unknown;
  readonly $dynamicRef?: unknown;
  readonly pattern?: unknown;
  readonly patternProperties?: object;
}

/** Keywords whose value is a schema, or a list of schemas. */
const ofSchemas = new Set([
  'items',
  'prefixItems',
  'additionalItems',
  'unevaluatedItems',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
]);
/** Keywords whose value holds schemas by name, whatever the names are. */
const ofNamedSchemas = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  'dependencies',
  '$defs',
  'definitions',
]);

/** The schemas within a schema, each with the way to it. The values of other keywords are data. */
function partsOf(schema: object): (readonly [path: string, part: unknown])[] {
  return Object.entries(schema).flatMap(([keyword, value]: [string, unknown]) => {
    if (ofNamedSchemas.has(keyword) || (ofSchemas.has(keyword) && Array.isArray(value))) {
      return Object.entries(value as object).map(
        ([name, part]: [string, unknown]) => [`${keyword}/${name}`, part] as const,
      );
    }
    return ofSchemas.has(keyword) ? [[keyword, value] as const] : [];
  });
}

function leadsSomewhere(reference: string, root: object): boolean {
  if (reference === '#') return true;
  if (!reference.startsWith('#/')) return false;
  let at: unknown = root;
  for (const part of reference.slice(2).split('/')) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return false;
    at = (at as Record<string, unknown>)[key];
  }
  return typeof at === 'object' || typeof at === 'boolean';
}

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}
