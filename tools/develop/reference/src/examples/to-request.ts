/** An operation of the OpenAPI document that a service serves. */
export interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, Media>> }>
  >;
}
interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly example?: unknown;
}
interface Media {
  readonly schema: object;
  readonly example?: unknown;
}

/** The path, method and body of a request with the examples of an operation. */
export function toRequest(method: string, path: string, { parameters, requestBody }: Operation) {
  const given = parameters.filter(({ example }) => example !== undefined);
  const filled = given
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, { name, example }) => text.replace(`{${name}}`, encode(example)), path);
  const query = given
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, example }) => `${name}=${encode(example)}`)
    .join('&');
  const body = requestBody?.content['application/json']?.example;
  return {
    path: query === '' ? filled : `${filled}?${query}`,
    init: {
      method: method.toUpperCase(),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' } }),
    },
  };
}

const encode = (value: unknown) => encodeURIComponent(String(value));
