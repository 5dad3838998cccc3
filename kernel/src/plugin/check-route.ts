import { errorCatalog } from '../errors/catalog.ts';
import { type Parameter } from '../parameters/parameter.ts';
import { standardQuery } from '../parameters/standard-parameters.ts';
import { schemaProblem } from './check-schema.ts';
import { type Route } from './define-route.ts';

const operationIdForm = /^[A-Za-z][\w.-]*$/;
const nameForm = /^[A-Za-z_]\w*$/;
const literalForm = /^[A-Za-z0-9._~-]+$/;
const parameterForm = /^\{([^{}]*)\}$/;
const encodings = ['text', 'integer', 'boolean', 'csv'];
const costModeRules = ['accepts', 'rejects', 'ignores'];
const longestDeadlineSeconds = 3_600;

/** What is wrong with a route that a plugin declares, each with its field first. */
export function checkRoute(candidate: unknown): string[] {
  if (!isObject(candidate)) return ['is not a route: it must come from defineRoute()'];
  const route = candidate as unknown as Route;
  const own = [...checkIdentity(route), ...checkAnswer(route)];
  const parameters = [
    ...checkParameters(route.params, 'params'),
    ...checkParameters(route.query, 'query'),
  ];
  // Between fields only where each is what it should be.
  if (own.length > 0 || parameters.length > 0) return [...own, ...parameters];
  return [...checkPathParameters(route), ...checkStandardQuery(route)];
}

function checkIdentity(route: Route): string[] {
  const { operationId, method, path, tag, summary, scope, handler, refuse } = route;
  return found(
    [!matches(operationId, operationIdForm), '`operationId` must be text such as listThings'],
    [!['get', 'post'].includes(method), '`method` must be get or post'],
    [pathProblem(path), ''],
    [!isText(tag), '`tag` must be text'],
    [!isText(summary), '`summary` must be text'],
    [!isScope(scope), '`scope` must be the name of a scope, or come from open()'],
    [typeof handler !== 'function', '`handler` must be a function'],
    [refuse !== undefined && typeof refuse !== 'function', '`refuse` must be a function'],
  );
}

function checkAnswer(route: Route): string[] {
  const { response, body, otherResponses = {}, produces, stream, envelope, errors = [] } = route;
  const { deadlineSeconds, quota, costMode, uses = {} } = route;
  return found(
    [
      response === undefined && produces === undefined && stream === undefined,
      '`response` must be the schema of what it answers (or `produces`, or `stream`)',
    ],
    [response !== undefined && problemOf('`response`', response), ''],
    [body !== undefined && problemOf('`body`', body), ''],
    [!isObject(otherResponses), '`otherResponses` must be an object of statuses'],
    ...Object.entries(isObject(otherResponses) ? otherResponses : {}).map(
      ([status, other]): Finding => [
        problemOf(`\`otherResponses.${status}\``, (other as { schema?: unknown } | null)?.schema),
        '',
      ],
    ),
    [
      stream !== undefined && !isStreamShape(stream),
      '`stream` must have contentTypes and trailers',
    ],
    [
      envelope !== undefined && !isEnvelope(envelope),
      '`envelope` must have the functions schema and wrap',
    ],
    [
      !Array.isArray(errors) || !errors.every(isErrorCode),
      '`errors` must be a list of codes of the contract',
    ],
    [
      !isDeadline(deadlineSeconds),
      `\`deadlineSeconds\` must be over 0 and at most ${longestDeadlineSeconds}`,
    ],
    [
      quota !== undefined && !(isText(quota.name) && Number.isInteger(quota.perMinute)),
      '`quota` must have a name and perMinute',
    ],
    [
      costMode !== undefined && !costModeRules.includes(costMode.rule),
      '`costMode` must come from acceptsCostMode(), rejectsCostMode or ignoresCostMode',
    ],
    [
      !isObject(uses) || !Object.values(uses).every((token) => isToken(token)),
      '`uses` must be an object of tokens',
    ],
  );
}

function checkParameters(parameters: unknown, field: 'params' | 'query'): string[] {
  if (parameters === undefined) return [];
  if (!isObject(parameters)) return [`\`${field}\` must be an object of parameters`];
  return Object.entries(parameters).flatMap(([name, candidate]) => {
    const at = `\`${field}.${name}\``;
    if (!isObject(candidate)) return [`${at} must be a parameter, such as textParameter()`];
    const {
      schema,
      encoding,
      description,
      code,
      missingCode = code,
      normalize,
    } = candidate as unknown as Parameter;
    return found(
      [!encodings.includes(encoding), `${at}.encoding must be one of ${encodings.join(', ')}`],
      [typeof description !== 'string', `${at}.description must be text`],
      [![code, missingCode].every(isErrorCode), `${at}.code must be a code of the contract`],
      [
        normalize !== undefined && typeof normalize !== 'function',
        `${at}.normalize must be a function`,
      ],
      [problemOf(`${at}.schema`, schema), ''],
    );
  });
}

/** The parameters of the path and those of `params` are the same. */
function checkPathParameters({ path, params = {} }: Route): string[] {
  const segments = path.split('/').slice(1);
  const inPath = segments.flatMap((segment) => parameterForm.exec(segment)?.[1] ?? []);
  const endsPath = (name: string) => segments.at(-1) === `{${name}}`;
  return found(
    ...inPath.map((name): Finding => [
      !Object.hasOwn(params, name),
      `\`params\` must declare ${name}, which is in its path`,
    ]),
    ...Object.entries(params).flatMap(([name, { isPathName, mayHoldSlash }]): Finding[] => [
      [!inPath.includes(name), `\`params.${name}\` must be in its path, as {${name}}`],
      [
        (isPathName === true || mayHoldSlash === true) && !endsPath(name),
        `\`params.${name}\` must end its path, since it comes from pathName()`,
      ],
    ]),
  );
}

/** A parameter of paging or of costs would take the place of the route's own. */
function checkStandardQuery(route: Route): string[] {
  const standard = Object.keys(standardQuery(route));
  return Object.keys(route.query ?? {})
    .filter((name) => standard.includes(name))
    .map(
      (name) =>
        `\`query.${name}\` must go: the route has it by \`paged\`, \`costMode\` or \`basis\``,
    );
}

function pathProblem(path: unknown): string | false {
  if (typeof path !== 'string' || !path.startsWith('/')) return '`path` must begin with /';
  if (path === '/') return false;
  if (path.endsWith('/')) return '`path` must not end with /';
  const segments = path.slice(1).split('/');
  const names = segments.flatMap((segment) => parameterForm.exec(segment)?.[1] ?? []);
  if (new Set(names).size < names.length) return '`path` must name each parameter once';
  const odd = segments.find((segment) => !isSegment(segment));
  return odd === undefined
    ? false
    : `\`path\` must be of letters, digits, "-", ".", "_", "~" and whole {parameters}, and "${odd}" is not`;
}

function isSegment(segment: string): boolean {
  const [, name] = parameterForm.exec(segment) ?? [];
  if (name !== undefined) return nameForm.test(name);
  return literalForm.test(segment) && !/^\.{1,2}$/.test(segment);
}

/** Something that is wrong, and the words for it unless it comes with its own. */
type Finding = readonly [isWrong: boolean | string, what: string];

const found = (...findings: readonly Finding[]): string[] =>
  findings.flatMap(([isWrong, what]) =>
    typeof isWrong === 'string' ? [isWrong] : isWrong ? [what] : [],
  );

function problemOf(field: string, schema: unknown): string | false {
  const problem = schemaProblem(schema);
  return problem === undefined ? false : `${field} ${problem}`;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isErrorCode = (code: unknown) =>
  typeof code === 'string' && Object.hasOwn(errorCatalog, code);
const isToken = (token: unknown) => isObject(token) && typeof token.key === 'symbol';
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const matches = (value: unknown, form: RegExp) => typeof value === 'string' && form.test(value);
const isScope = (scope: unknown) =>
  isText(scope) || (isObject(scope) && scope.open === true && isText(scope.reason));
const isStreamShape = (shape: unknown) =>
  isObject(shape) && Array.isArray(shape.contentTypes) && isObject(shape.trailers);
const isEnvelope = (envelope: unknown) =>
  isObject(envelope) &&
  typeof envelope.schema === 'function' &&
  typeof envelope.wrap === 'function';
const isDeadline = (seconds: unknown) =>
  seconds === undefined ||
  (typeof seconds === 'number' && seconds > 0 && seconds <= longestDeadlineSeconds);
