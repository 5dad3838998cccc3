import { type Client } from './client.ts';

export interface DocumentedParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly schema: ParameterSchema;
}

export interface ParameterSchema {
  readonly type: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly items?: ParameterSchema;
}

/** A route as the document has it. */
export interface DocumentedOperation {
  readonly operationId: string;
  /** `get`, `post`. */
  readonly method: string;
  readonly path: string;
  /** `undefined`: it needs no key. */
  readonly scope: string | undefined;
  readonly pathParameters: readonly DocumentedParameter[];
  readonly query: readonly DocumentedParameter[];
  /** Its errors are those of the contract; other families have errors of their own forms. */
  readonly hasErrorCodes: boolean;
  /** It answers JSON with `data`, and has such errors. */
  readonly answersData: boolean;
  /** Its answer is an array of resources. */
  readonly isList: boolean;
  readonly isPaged: boolean;
  /** Its answer has an `ETag`. */
  readonly isTagged: boolean;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly DocumentedParameter[];
  readonly responses: Readonly<Record<string, Response>>;
  readonly 'x-required-scope'?: string;
}
interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: BodySchema }>>;
}
interface BodySchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly items?: BodySchema;
  readonly properties?: Readonly<Record<string, BodySchema>>;
}

/** Every route of the document that a service serves. */
export function listOperations({ document }: Pick<Client, 'document'>): DocumentedOperation[] {
  const paths = document.paths as unknown as Record<string, Record<string, Operation>>;
  const resolve = (response: Response | undefined): BodySchema | undefined => {
    const named = document.components.responses[response?.$ref?.split('/').at(-1) ?? ''];
    return (named ?? response)?.content?.['application/json']?.schema;
  };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, { operationId, parameters = [], responses, ...operation }]) => {
        const query = parameters.filter((parameter) => parameter.in === 'query');
        const data = resolve(responses[200])?.properties?.data;
        const error = resolve(responses[400] ?? responses[401])?.properties?.error;
        return {
          operationId,
          method,
          path,
          scope: operation['x-required-scope'],
          pathParameters: parameters.filter((parameter) => parameter.in === 'path'),
          query,
          hasErrorCodes: error !== undefined,
          answersData: data !== undefined && error !== undefined,
          isList: data?.type === 'array' && data.items?.$ref !== undefined,
          isPaged: query.some(({ name }) => name === 'cursor'),
          isTagged: '304' in responses,
        };
      },
    ),
  );
}

type Values = Readonly<Record<string, string>>;

/** The path with its parameters filled in, percent-encoded. */
export const fillPath = (path: string, values: Values): string =>
  path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for {${name}} of ${path}`);
    return encodeURIComponent(value);
  });

const now = Date.now();
const hours = (count: number) => now + count * 3_600_000;
const toSeconds = (ms: number) => String(Math.floor(ms / 1000));
const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** A good value for the query parameters that routes require: windows that hold this hour. */
export const requiredQuery: Values = {
  start: toSeconds(hours(-24)),
  end: toSeconds(hours(24)),
  from: toDay(hours(-24)),
  to: toDay(hours(48)),
  window: '2d',
};

/** The arguments of the tool that an operation is, with nothing lacking. */
export const makeArguments = (
  { pathParameters, query }: DocumentedOperation,
  values: Values,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [...pathParameters, ...query.filter(({ required }) => required === true)].map(
      ({ name, schema }) => {
        const value = requiredQuery[name] ?? values[name];
        return [name, schema.type === 'integer' ? Number(value) : value];
      },
    ),
  );

/** The URL of a route that lacks nothing; what `query` gives is not given again. */
export function makeUrl(
  { path, query }: Pick<DocumentedOperation, 'path' | 'query'>,
  values: Values,
  ...given: readonly string[]
): string {
  const names = new Set(given.flatMap((text) => text.split('&').map((pair) => pair.split('=')[0])));
  const missing = query.filter(({ name, required }) => required === true && !names.has(name));
  const pairs = missing.map(({ name }) => {
    const value = requiredQuery[name] ?? values[name];
    if (value === undefined) throw new Error(`no value for ${name} of ${path}`);
    return `${name}=${value}`;
  });
  const all = [...pairs, ...given].join('&');
  return fillPath(path, values) + (all === '' ? '' : `?${all}`);
}
