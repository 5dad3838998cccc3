import { Ajv, type ValidateFunction } from 'ajv';
import { type TSchema } from 'typebox';
import { describeSchemaError } from './describe-schema-error.ts';

const uuidText = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const dateText = /^\d{4}-\d{2}-\d{2}$/;

/** Options for all schemas. */
const schemaOptions = {
  strict: false,
  formats: {
    uuid: uuidText,
    date: isDay,
    'date-time': (text: string) => !Number.isNaN(Date.parse(text)),
  },
};

/**
 * A valid calendar day: JavaScript parses the 30th of February as the 2nd of March, and accepts a year 0,
 * which PostgreSQL does not.
 */
function isDay(text: string): boolean {
  const instant = dateText.test(text) ? Date.parse(text) : Number.NaN;
  return (
    !Number.isNaN(instant) &&
    !text.startsWith('0000') &&
    new Date(instant).toISOString().startsWith(text)
  );
}

/** For schemas that are compiled at each start: optimizing their code would take longer than running it. */
export const quickToCompile = { code: { optimize: false } };
const schemas = new Ajv({ ...schemaOptions, ...quickToCompile });
/** For schemas of plugins, which were checked when they were loaded, and for our own. */
export const checkedSchemaOptions = { ...schemaOptions, meta: false, validateSchema: false };
const requests = new Ajv(checkedSchemaOptions);
/** YAML can contain infinity and NaN. */
const settings = new Ajv({
  ...checkedSchemaOptions,
  ...quickToCompile,
  allErrors: true,
  useDefaults: true,
  verbose: true,
  strictNumbers: true,
});

/** Compiles a schema into a test of one value. */
export const compileSchema = (schema: TSchema): ValidateFunction => requests.compile(schema);

/** Why a value is not a JSON Schema; `undefined` if it is one. */
export function validateSchema(schema: object): string | undefined {
  if (schemas.validateSchema(schema)) return undefined;
  const [error] = schemas.errors ?? [];
  return error
    ? `${error.instancePath} ${describeSchemaError(error)}`.trim()
    : 'it is not accepted';
}

/** Compiles a schema that reports all errors with their part of the schema, and applies defaults. */
export const compileSettings = (schema: TSchema): ValidateFunction => settings.compile(schema);
