import buildSerializer from 'fast-json-stringify';
import { type TSchema } from 'typebox';

/**
 * Compiles a schema into a serializer that writes the fields of the schema and no others. A
 * value that lacks a required field, or has one of another type, makes it throw: a handler that
 * returns what its schema forbids is a 500, never a wrong answer.
 */
export function compileSerializer(schema: TSchema): (body: unknown) => string {
  // The serializer wants plain JSON Schema, without TypeBox' own markers.
  return buildSerializer(JSON.parse(JSON.stringify(schema)) as object);
}
