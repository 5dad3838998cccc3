import { describeThrown } from '../errors/describe-thrown.ts';
import { validateSchema } from '../schema-validation/compile-schema.ts';

/**
 * What keeps a JSON Schema from being compiled, if anything does. Compiling it would tell as well,
 * and for the schemas of all routes takes a quarter of a start.
 */
export function schemaProblem(schema: unknown): string | undefined {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    return 'must be a JSON Schema';
  }
  try {
    const problem = validateSchema(schema);
    return problem === undefined
      ? partProblem(schema, schema, '')
      : `is not a JSON Schema: ${problem}`;
  } catch (error) {
    return `is not a JSON Schema: ${describeThrown(error)}`;
  }
}

/** What the schema of schemas does not tell: references that lead nowhere, patterns, data types. */
function partProblem(part: unknown, root: object, path: string): string | undefined {
  if (typeof part !== 'object' || part === null) return undefined;
  const { $ref: reference, pattern } = part as Record<string, unknown>;
  if (typeof reference === 'string' && !leadsSomewhere(reference, root)) {
    return `has a $ref to ${reference} at ${path || 'its root'}, which leads nowhere`;
  }
  if (typeof pattern === 'string' && !isPattern(pattern)) {
    return `has the pattern ${pattern} at ${path || 'its root'}, which is no regular expression`;
  }
  for (const [key, inner] of Object.entries(part)) {
    const problem = isData.has(key) ? undefined : partProblem(inner, root, `${path}/${key}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Keywords whose values are data, whatever they look like. */
const isData = new Set(['const', 'default', 'enum', 'examples']);

/** A schema stands alone: it may refer to its own parts only. */
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
