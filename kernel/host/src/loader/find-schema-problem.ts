import { timestampName, timestampPattern } from '@costplane/plugin-api/internal';
import { validateSchema } from '../schema-validation/compile-schema.ts';

/** Responses must also use the contract's format of instants. */
export type SchemaUse = 'request' | 'response';

/**
 * The problem that makes a schema unusable, if any. Compiling would find it too, but compiling the schemas of
 * all routes takes a quarter of a start.
 */
export function findSchemaProblem(schema: unknown, use: SchemaUse): string | undefined {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    return 'must be a JSON Schema';
  }
  const problem = validateSchema(schema);
  if (problem !== undefined) return `is not a JSON Schema: ${problem}`;
  return findInParts(schema, use);
}

type Part = Readonly<Record<string, unknown>>;

function findInParts(part: unknown, use: SchemaUse): string | undefined {
  if (typeof part !== 'object' || part === null) return undefined;
  const problems = Object.values(part).map((inner) => findInParts(inner, use));
  return [describePart(part as Part, use), ...problems].find((problem) => problem !== undefined);
}

function describePart({ $ref, pattern, properties = {} }: Part, use: SchemaUse) {
  // The schema is embedded in others, in which a reference would point elsewhere.
  if (typeof $ref === 'string') return `has a $ref to ${$ref}: write the schema in its place`;
  if (typeof pattern === 'string' && !isRegularExpression(pattern)) {
    return `has the pattern ${pattern}, which is not a regular expression`;
  }
  if (use === 'request') return undefined;
  // The testing kit checks additional fields of open objects in the responses themselves.
  const wrong = Object.entries(properties as Record<string, { pattern?: unknown }>).find(
    ([name, field]) => timestampName.test(name) && field.pattern !== timestampPattern,
  );
  return (
    wrong && `has the field ${wrong[0]}, which must come from timestamp() or nullableTimestamp()`
  );
}

function isRegularExpression(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}
