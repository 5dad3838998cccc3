import { Ajv, type ErrorObject } from 'ajv';
import { type TSchema } from 'typebox';
import { timestampPattern } from '@costplane/plugin-api/internal';
import { once } from '../once.ts';
import { checkedSchemaOptions } from '../schema-validation/compile-schema.ts';
import { describeSchemaError } from '../schema-validation/describe-schema-error.ts';

/** A page has hundreds of instants, so only their text is checked. */
const options = {
  ...checkedSchemaOptions,
  formats: { ...checkedSchemaOptions.formats, 'date-time': new RegExp(timestampPattern) },
};
const exactAnswers = new Ajv(options);
/** Deletes additional fields of closed objects. */
const answers = new Ajv({ ...options, removeAdditional: true });

/** Number of valid responses in a row after which only some are checked. */
const firstChecked = 100;

/**
 * Compiles a schema into a serializer that writes only the fields of the schema. It throws if the value
 * violates the schema, so that a faulty handler causes a 500 instead of a wrong response. After the first
 * responses, one in `checkEvery` is checked; a response that does not match exactly restarts the count.
 *
 * The schema is compiled on first use, since compiling those of all routes takes a quarter of a start.
 *
 * Checking the value and using `JSON.stringify` is as fast as a serializer generated from the schema, and
 * produces an eighth of the garbage.
 */
export function compileSerializer(schema: TSchema, checkEvery: number): (body: unknown) => string {
  const isExact = once(() => exactAnswers.compile(closeObjects(schema)));
  const isAcceptable = once(() => answers.compile(closeObjects(schema)));
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
    // Deletes fields that the schema does not name.
    if (isAcceptable()(body)) return JSON.stringify(body);
    throw new ForbiddenAnswer(isAcceptable().errors?.[0]);
  };
}

/** A handler has returned a value that violates its schema. Contains no value of the response. */
export class ForbiddenAnswer extends TypeError {
  /** Path of the field in the body, with dots. */
  readonly field: string;
  readonly expected: string;

  constructor(error: ErrorObject | undefined) {
    const field = error?.instancePath.slice(1).replaceAll('/', '.') ?? '';
    const expected = error ? describeSchemaError(error) : 'is not accepted';
    super(`the response does not match its schema: ${field} ${expected}`);
    this.field = field;
    this.expected = expected;
  }
}

/** A copy of a schema or a document in which objects without `additionalProperties` are closed. */
export const closeObjects = <S extends object>(schema: S) =>
  JSON.parse(JSON.stringify(schema), closeObject) as S;

function closeObject(_key: string, node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  const isOpen = 'properties' in node && !('additionalProperties' in node);
  return isOpen ? { ...node, additionalProperties: false } : node;
}
