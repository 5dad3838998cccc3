import { errorCatalog, type ErrorKind, type OpenApiDocument } from '@costplane/plugin-api';
import { advice } from '../errors/advice.ts';
import { page } from '../generated.ts';
import { code, list, plain, table } from '../markdown.ts';
import { type Product } from '../product.ts';

type ErrorCode = keyof typeof errorCatalog;

const codes = Object.keys(errorCatalog) as ErrorCode[];

/** Every error code: its meaning, the advice, and the routes that return it. */
export function errorsPage({ document }: Product): string {
  const operations = listOperations(document);
  return page(
    'Errors',
    "the kernel's catalog and the OpenAPI document",
    'An error is `{data: null, meta, error: {code, message, details}}`. Branch on `error.code`; ' +
      'the set of codes is closed. The routes of the plugins ' +
      '[legacy](../../plugins/legacy/README.md) and [opencost](../../plugins/opencost/README.md) ' +
      'return errors in other formats and are not listed below.',
    'Retry only errors that are retryable: after the time in `Retry-After` if the response has ' +
      'it, otherwise with jittered exponential backoff, at most five times.',
    table(
      ['Code', 'Status', 'Retryable', '`Retry-After`', 'Means'],
      codes.map((name) => {
        const kind: ErrorKind = errorCatalog[name];
        return [
          `[${code(name)}](#${name.toLowerCase()})`,
          list(listStatuses(name, kind, operations).map(String)),
          kind.retryable ? 'yes' : 'no',
          kind.retryAfterSeconds === undefined ? '' : `${kind.retryAfterSeconds} s`,
          plain(kind.message),
        ];
      }),
    ),
    ...codes.map((name) =>
      [
        `## ${name}`,
        [plain(errorCatalog[name].message), advice[name]].join(' '),
        describeRoutes(name, operations),
      ].join('\n\n'),
    ),
  );
}

interface Operation {
  readonly route: string;
  readonly needsKey: boolean;
  /** The codes of each status. */
  readonly errors: ReadonlyMap<number, readonly string[]>;
}

interface DocumentedOperation {
  readonly security: readonly unknown[];
  readonly responses: Readonly<Record<string, Response>>;
}

interface Response {
  readonly $ref?: string;
  readonly description?: string;
}

/** The operations with error codes, by path. */
function listOperations({ paths, components }: OpenApiDocument): Operation[] {
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, DocumentedOperation>).map(
        ([method, { security, responses }]) => ({
          route: `${method.toUpperCase()} ${path}`,
          needsKey: security.length > 0,
          errors: new Map(
            Object.entries(responses)
              .filter(([status]) => Number(status) >= 400)
              .map(([status, response]) => [Number(status), listCodes(response, components)]),
          ),
        }),
      ),
    )
    .filter(({ errors }) => errors.get(500)?.includes('INTERNAL_ERROR'))
    .sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
}

function listCodes(
  { $ref, description = '' }: Response,
  components: OpenApiDocument['components'],
) {
  const name = $ref?.replace('#/components/responses/', '');
  const response = name === undefined ? { description } : components.responses?.[name];
  const text = (response as Response).description ?? '';
  return codes.filter((candidate) => text.includes(`\`${candidate}\``));
}

/** Statuses of `BAD_REQUEST` for requests that reach no route. */
const unrouted = [405, 408, 417, 431];

function listStatuses(name: ErrorCode, { status }: ErrorKind, operations: readonly Operation[]) {
  const documented = operations.flatMap(({ errors }) =>
    [...errors].filter(([, of]) => of.includes(name)).map(([of]) => of),
  );
  if (name === 'BAD_REQUEST') documented.push(...unrouted);
  return [...new Set([status, ...documented])].sort((one, other) => one - other);
}

function describeRoutes(name: ErrorCode, operations: readonly Operation[]): string {
  const among = operations.filter(({ errors }) =>
    [...errors.values()].some((of) => of.includes(name)),
  );
  if (among.length === operations.length) return 'On every route.';
  const keyed = operations.filter(({ needsKey }) => needsKey);
  if (keyed.every((operation) => among.includes(operation)) && among.length === keyed.length) {
    return 'On every route that needs a key.';
  }
  return ['On:', among.map(({ route }) => `- ${code(route)}`).join('\n')].join('\n\n');
}

const sortKey = ({ route }: Operation) => route.split(' ').reverse().join(' ');
