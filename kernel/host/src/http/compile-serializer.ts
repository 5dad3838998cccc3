import { type ValidateFunction } from 'ajv';
import { type TSchema } from 'typebox';
import { compileAnswer } from '../schema-validation/compile-schema.ts';
import { describeSchemaError } from '../schema-validation/describe-schema-error.ts';

/**
 * Compiles a schema into a serializer that writes the fields of the schema and no others. A value
 * that is not what the schema says makes it throw: a handler that returns what its schema forbids
 * is a 500, never a wrong answer.
 *
 * The schema is compiled when it is first needed: those of all routes take a quarter of a start.
 *
 * Fields that the schema does not name are deleted from the value before it is written. Checking
 * the value and leaving the text to `JSON.stringify` takes as long as a serializer made from the
 * schema, and leaves an eighth of the garbage.
 */
export function compileSerializer(schema: TSchema): (body: unknown) => string {
  let compiled: ValidateFunction | undefined;
  return (body) => {
    const isWhatItSays = (compiled ??= compileClosed(schema));
    if (isWhatItSays(body)) return JSON.stringify(body);
    const [error] = isWhatItSays.errors ?? [];
    throw new ForbiddenAnswer(
      error?.instancePath.slice(1).replaceAll('/', '.') ?? '',
      error ? describeSchemaError(error) : 'is not accepted',
    );
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

const compileClosed = (schema: TSchema) =>
  compileAnswer(JSON.parse(JSON.stringify(schema), closeObject) as TSchema);

/** An object whose schema says nothing of other fields may have none. */
function closeObject(_key: string, node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  const isOpen = 'properties' in node && !('additionalProperties' in node);
  return isOpen ? { ...node, additionalProperties: false } : node;
}
