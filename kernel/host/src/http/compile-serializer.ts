import { type ErrorObject } from 'ajv';
import { type TSchema } from 'typebox';
import { once } from '../once.ts';
import { compileAnswer, compileExactAnswer } from '../schema-validation/compile-schema.ts';
import { describeSchemaError } from '../schema-validation/describe-schema-error.ts';

/** So many answers in a row are as their schema says before some are sent unchecked. */
const firstChecked = 100;

/**
 * Compiles a schema into a serializer that writes the fields of the schema and no others. A value
 * that is not what the schema says makes it throw: a handler that returns what its schema forbids
 * is a 500, never a wrong answer. After the first answers one in `checkEvery` is checked, until one
 * is not exactly what the schema says; then the first are counted anew.
 *
 * The schema is compiled when it is first needed: those of all routes take a quarter of a start.
 *
 * Checking the value and leaving the text to `JSON.stringify` takes as long as a serializer made from
 * the schema, and leaves an eighth of the garbage.
 */
export function compileSerializer(schema: TSchema, checkEvery: number): (body: unknown) => string {
  const isExact = once(() => compileExactAnswer(closeObjects(schema)));
  const isAcceptable = once(() => compileAnswer(closeObjects(schema)));
  let exactInARow = 0;
  let untilCheck = checkEvery;
  return (body) => {
    untilCheck -= 1;
    if (exactInARow >= firstChecked && untilCheck > 0) return JSON.stringify(body);
    untilCheck = checkEvery;
    if (isExact()(body)) {
      exactInARow += 1;
      return JSON.stringify(body);
    }
    exactInARow = 0;
    // Fields that the schema does not name are deleted.
    if (isAcceptable()(body)) return JSON.stringify(body);
    throw toForbiddenAnswer(isAcceptable().errors?.[0]);
  };
}

/** A handler has returned what the schema of its route forbids. Holds no value of the answer. */
export class ForbiddenAnswer extends TypeError {
  /** The path to the field in the body, with dots. */
  readonly field: string;
  readonly expected: string;

  constructor(field: string, expected: string) {
    super(`the answer is not what its schema says: ${field} ${expected}`);
    this.field = field;
    this.expected = expected;
  }
}

const toForbiddenAnswer = (error: ErrorObject | undefined) =>
  new ForbiddenAnswer(
    error?.instancePath.slice(1).replaceAll('/', '.') ?? '',
    error ? describeSchemaError(error) : 'is not accepted',
  );

const closeObjects = (schema: TSchema) =>
  JSON.parse(JSON.stringify(schema), closeObject) as TSchema;

/** An object whose schema says nothing of other fields may have none. */
function closeObject(_key: string, node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  const isOpen = 'properties' in node && !('additionalProperties' in node);
  return isOpen ? { ...node, additionalProperties: false } : node;
}
