import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

interface Document {
  readonly paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
  readonly components: { responses: Record<string, Response> };
}
interface Response {
  readonly $ref?: string;
  readonly content?: Record<string, { schema: object }>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into any body
  readonly body: any;
}

/** A client that holds every JSON answer against the document that the same server serves. */
export interface Client {
  get(path: string, key?: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Sends a JSON body. */
  post(path: string, body: unknown, key?: string): Promise<Answer>;
  readonly document: Document;
}

/** By the text of the document without its address: compiling its schemas takes a second. */
const expectations = new Map<string, ReturnType<typeof createExpectations>>();

export async function createClient(url: string): Promise<Client> {
  const served = await (await fetch(`${url}/v1/openapi.json`)).text();
  const document = JSON.parse(served) as Document;
  const text = served.replaceAll(url, '');
  const expected = expectations.get(text) ?? createExpectations(document);
  expectations.set(text, expected);
  const send = async (path: string, key: string | undefined, init: RequestInit) => {
    const headers = new Headers(init.headers);
    if (key !== undefined) headers.set('Authorization', `Bearer ${key}`);
    // Compressing and decompressing takes up to half of the CPU time of a test with many requests.
    if (!headers.has('Accept-Encoding')) headers.set('Accept-Encoding', 'identity');
    const response = await fetch(`${url}${path}`, { ...init, headers });
    const text = await response.text();
    const isJson = /^application\/json(;|$)/.test(response.headers.get('content-type') ?? '');
    const body: unknown = isJson ? JSON.parse(text) : undefined;
    const { pathname } = new URL(response.url);
    if (isJson) expected(init.method ?? 'GET', pathname, response.status, body);
    return { status: response.status, headers: response.headers, text, body };
  };
  return {
    document,
    get: (path, key, headers = {}) => send(path, key, { headers }),
    post: (path, body, key) =>
      send(path, key, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
/** Maps whose keys are anybody's, and the names of the fields of schemas. */
const notFields = new Set(['labels', 'annotations', 'properties']);

/** Fields that are named as instants and are none, also in objects whose schema is open. */
function wrongTimestamps(node: unknown, path = ''): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]: [string, unknown]) => {
    if (notFields.has(name)) return [];
    const at = `${path}/${name}`;
    if (!/_at(_k8s)?$/.test(name)) return wrongTimestamps(value, at);
    const isRight = value === null || (typeof value === 'string' && timestamp.test(value));
    return isRight ? [] : [`${at} = ${JSON.stringify(value)}`];
  });
}

/** `{*}`: a name that ends a path; it may hold slashes, or be missing. */
const toPattern = (path: string) =>
  new RegExp(
    `^${path
      .replaceAll('.', '\\.')
      .replaceAll('{*}', '.*')
      .replaceAll(/\{[^}]+\}/g, '[^/]+')}$`,
  );

function createExpectations(document: Document) {
  const ajv = new Ajv2020({
    strict: false,
    formats: { uuid: /^[0-9a-f-]{36}$/, 'date-time': timestamp, date: true },
  });
  // Compiled once for all responses: the references of each lead into one schema.
  ajv.addSchema({ components: document.components }, 'document');
  const refer = (schema: object) =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object;
  const compiled = new Map<object, ValidateFunction>();
  const routes = Object.entries(document.paths).map(([path, item]) => ({
    pattern: toPattern(path),
    loosePattern: toPattern(path.replace(/\{[^}]+\}$/, '{*}')),
    operations: item,
  }));

  return (method: string, pathname: string, status: number, body: unknown) => {
    const route =
      routes.find(({ pattern }) => pattern.test(pathname)) ??
      routes.find(({ loosePattern }) => loosePattern.test(pathname));
    if (!route && (status === 404 || status === 405)) return;
    const declared = route?.operations[method.toLowerCase()]?.responses[String(status)];
    const response = declared?.$ref
      ? document.components.responses[declared.$ref.split('/').at(-1) ?? '']
      : declared;
    const schema = response?.content?.['application/json']?.schema;
    if (!schema) throw new Error(`${method} ${pathname}: ${status} is not in the OpenAPI document`);
    let validate = compiled.get(schema);
    if (!validate) {
      validate = ajv.compile(refer(schema));
      compiled.set(schema, validate);
    }
    const wrong = wrongTimestamps(body);
    if (wrong.length > 0) {
      throw new Error(
        `${method} ${pathname} ${status}: not UTC to the second: ${wrong.join(', ')}`,
      );
    }
    if (!validate(body)) {
      throw new Error(`${method} ${pathname} ${status}: ${ajv.errorsText(validate.errors)}`);
    }
  };
}
