import { type Client } from './client.ts';

export interface DocumentedParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
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
  /** `get`, `post`. */
  readonly method: string;
  readonly path: string;
  /** `undefined`: it needs no key. */
  readonly scope: string | undefined;
  readonly pathParameters: readonly DocumentedParameter[];
  readonly query: readonly DocumentedParameter[];
  /** Its answer is an array of resources. */
  readonly isList: boolean;
  readonly isPaged: boolean;
}

interface Operation {
  readonly parameters?: readonly DocumentedParameter[];
  readonly responses: Readonly<Record<string, Answer>>;
  readonly 'x-required-scope'?: string;
}
interface Answer {
  readonly content?: Readonly<Record<string, { readonly schema: BodySchema }>>;
}
interface BodySchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, BodySchema>>;
}

/** Every route of the document that a service serves. */
export function operationsOf({ document }: Pick<Client, 'document'>): DocumentedOperation[] {
  const paths = document.paths as unknown as Record<string, Record<string, Operation>>;
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { parameters = [], responses, ...operation }]) => {
      const query = parameters.filter((parameter) => parameter.in === 'query');
      const body = responses[200]?.content?.['application/json']?.schema;
      return {
        method,
        path,
        scope: operation['x-required-scope'],
        pathParameters: parameters.filter((parameter) => parameter.in === 'path'),
        query,
        isList: body?.properties?.data?.type === 'array',
        isPaged: query.some(({ name }) => name === 'cursor'),
      };
    }),
  );
}

/** The path with its parameters filled in, percent-encoded. */
export const fillPath = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for {${name}} of ${path}`);
    return encodeURIComponent(value);
  });
