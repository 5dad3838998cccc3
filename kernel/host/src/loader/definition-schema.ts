import { Ajv, type ErrorObject } from 'ajv';
import { type TSchema, Type } from 'typebox';
import { errorCatalog } from '@costplane/plugin-api';
import { bases, costModes } from '@costplane/plugin-api/schema';
import { describeSchemaError } from '../schema-validation/describe-schema-error.ts';
import { checkedSchemaOptions, quickToCompile } from '../schema-validation/compile-schema.ts';
import { findSchemaProblem, type SchemaUse } from './find-schema-problem.ts';

/** Messages for parts of the schema, where those of JSON Schema do not help. */
type Words = Readonly<{ must?: string }>;

const text = (pattern?: string, must = 'must be text') =>
  Type.String({ minLength: 1, ...(pattern === undefined ? {} : { pattern }), must });
const oneOf = (allowed: readonly string[], words: Words = {}) =>
  Type.Unsafe({ enum: allowed, ...words });
const fn = Type.Unsafe({ typeof: 'function', must: 'must be a function' });
const byName = (value: TSchema) => Type.Record(Type.String(), value);
const optional = Type.Optional;
const schemaUsedFor = (use: SchemaUse) => Type.Unsafe({ isSchemaOf: use });

const column = Type.Object(
  { postgresType: Type.String(), nullable: Type.Boolean() },
  { must: 'must be one of `columns`' },
);
const tables = byName(byName(column));
const texts = byName(text());

const definition = Type.Object({
  id: text('^[a-z][a-z0-9.-]*$', 'must be text such as my-plugin'),
  routes: Type.Union([Type.Array(Type.Unknown()), fn], {
    must: 'must be a list of routes, or a function that returns one for the config',
  }),
  register: optional(fn),
  config: optional(Type.Object({})),
  scopes: optional(texts),
  sharedScopes: optional(texts),
  tags: optional(texts),
  tables: optional(tables),
  ledgerTables: optional(tables),
});

const codes = Object.keys(errorCatalog);
const errorCode = oneOf(codes, { must: 'must be an error code of the contract' });
const basis = oneOf(bases);
const parameters = byName(
  Type.Object(
    {
      schema: schemaUsedFor('request'),
      encoding: oneOf(['text', 'integer', 'boolean', 'csv']),
      description: Type.String(),
      code: errorCode,
      missingCode: optional(errorCode),
      normalize: optional(fn),
    },
    { must: 'must be a parameter, such as textParameter()' },
  ),
);
const errorEnvelope = Type.Object({ schema: fn, describe: fn, wrap: fn });
const token = Type.Object({ key: Type.Unsafe({ typeof: 'symbol' }) }, { must: 'must be a token' });
const literal = String.raw`(?!\.\.?(?:/|$))[A-Za-z0-9._~-]+`;

const route = Type.Object(
  {
    operationId: text(String.raw`^[A-Za-z][\w.-]*$`, 'must be text such as listThings'),
    method: oneOf(['get', 'post']),
    path: text(
      String.raw`^/$|^(?:/(?:${literal}|\{[A-Za-z_]\w*\}))+/?$`,
      'must look like /v1/things/{thing_id}: parts of letters, digits, "-", ".", "_", "~", or whole {parameters}',
    ),
    tag: text(),
    summary: text(),
    scope: Type.Union(
      [text(), Type.Object({ needs: oneOf(['no key', 'any key']), reason: text() })],
      { must: 'must be the name of a scope, or come from open() or anyKey()' },
    ),
    acceptsBasic: optional(Type.Boolean()),
    handler: fn,
    refuse: optional(fn),
    params: optional(parameters),
    query: optional(parameters),
    body: optional(schemaUsedFor('request')),
    response: optional(schemaUsedFor('response')),
    otherResponses: optional(
      Type.Record(
        Type.String({ pattern: String.raw`^[2-5]\d\d$` }),
        Type.Object({ description: Type.String(), schema: schemaUsedFor('response') }),
        { additionalProperties: false },
      ),
    ),
    produces: optional(
      text(String.raw`^[\w.+-]+/[\w.+-]+(\s*;.*)?$`, 'must be a media type, such as text/html'),
    ),
    stream: optional(
      Type.Object({
        contentTypes: Type.Array(Type.String()),
        trailers: optional(byName(Type.String())),
      }),
    ),
    envelope: optional(Type.Object({ schema: fn, wrap: fn, errors: optional(errorEnvelope) })),
    errors: optional(Type.Array(errorCode)),
    answersNotFound: optional(Type.Boolean()),
    deadlineSeconds: optional(Type.Number({ exclusiveMinimum: 0, maximum: 3_600 })),
    quota: optional(Type.Object({ name: text(), perMinute: Type.Integer({ minimum: 1 }) })),
    costMode: optional(
      Type.Union(
        [
          Type.Object({ rule: Type.Literal('accepts'), default: oneOf(costModes) }),
          Type.Object({ rule: oneOf(['rejects', 'ignores']) }),
        ],
        { must: 'must come from acceptsCostMode(), rejectsCostMode or ignoresCostMode' },
      ),
    ),
    basis: optional(Type.Object({ default: basis, allowed: Type.Array(basis) })),
    ignoredQuery: optional(Type.Array(text())),
    cacheable: optional(Type.Boolean()),
    uses: optional(byName(token)),
  },
  { must: 'is not a route: it must come from defineRoute()' },
);

const ajv = new Ajv({
  ...checkedSchemaOptions,
  ...quickToCompile,
  loopEnum: 5,
  allErrors: true,
  verbose: true,
});
ajv.addKeyword({
  keyword: 'typeof',
  validate: (type: string, value: unknown) => typeof value === type,
});
ajv.addKeyword({ keyword: 'isSchemaOf', validate: checkSchema });

function checkSchema(use: SchemaUse, schema: unknown): boolean {
  const message = findSchemaProblem(schema, use);
  checkSchema.errors = [{ keyword: 'isSchemaOf', message: message ?? '', params: {} }];
  return message === undefined;
}
checkSchema.errors = [] as Partial<ErrorObject>[];

const compiled = { definition: ajv.compile(definition), route: ajv.compile(route) };

/** Problems of a plugin's declaration: one line per field, which begins with the field. */
export function describeDeclaration(kind: keyof typeof compiled, declared: unknown): string[] {
  const check = compiled[kind];
  check(declared);
  // For alternatives, only that none matches is reported.
  const errors = (check.errors ?? []).filter(({ schemaPath }) => !/\/anyOf\/\d/.test(schemaPath));
  const byField = Map.groupBy(errors, findField);
  return [...byField].map(([field, [first]]) => `${field} ${describe(first)}`.trim());
}

function findField({ instancePath, params }: ErrorObject): string {
  const { missingProperty } = params as { missingProperty?: string };
  const parts = [
    ...instancePath.split('/').slice(1),
    ...(missingProperty ? [missingProperty] : []),
  ];
  return parts.length === 0 ? '' : `\`${parts.join('.')}\``;
}

function describe(error: ErrorObject | undefined): string {
  if (error === undefined || error.keyword === 'required') return 'is missing';
  const { must } = (error.parentSchema ?? {}) as Words;
  return must ?? describeSchemaError(error);
}
