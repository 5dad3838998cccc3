import { timestampName, timestampPattern } from '@costplane/plugin-api/internal';
import { validateSchema } from '../schema-validation/compile-schema.ts';

/**
 * What keeps a schema from being used, if anything does. Compiling it would tell as well, and for the
 * schemas of all routes takes a quarter of a start.
 */
export function findSchemaProblem(
  schema: unknown,
  use: 'request' | 'response',
): string | undefined {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    return 'must be a JSON Schema';
  }
  const problem = validateSchema(schema);
  if (problem !== undefined) return `is not a JSON Schema: ${problem}`;
  return (
    findInParts(schema, describeReference) ??
    findInParts(schema, describePattern) ??
    (use === 'response' ? findInParts(schema, describeTimestamp) : undefined)
  );
}

type Part = Readonly<Record<string, unknown>>;

function findInParts(
  part: unknown,
  describe: (part: Part) => string | undefined,
): string | undefined {
  if (typeof part !== 'object' || part === null) return undefined;
  const own = describe(part as Part);
  if (own !== undefined) return own;
  for (const inner of Object.values(part)) {
    const problem = findInParts(inner, describe);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The schema becomes a part of others, in which a reference would lead elsewhere. */
const describeReference = ({ $ref }: Part) =>
  typeof $ref === 'string' ? `has a $ref to ${$ref}: write the schema in its place` : undefined;

function describePattern({ pattern }: Part): string | undefined {
  try {
    if (typeof pattern === 'string') new RegExp(pattern, 'u');
    return undefined;
  } catch {
    return `has the pattern ${String(pattern)}, which is not a regular expression`;
  }
}

/** The testing kit looks at the fields that an open object does not name, in the answers themselves. */
function describeTimestamp({ properties = {} }: Part): string | undefined {
  const wrong = Object.entries(properties as Record<string, { pattern?: unknown }>).find(
    ([name, field]) => timestampName.test(name) && field.pattern !== timestampPattern,
  );
  return (
    wrong && `has the field ${wrong[0]}, which must come from timestamp() or nullableTimestamp()`
  );
}
