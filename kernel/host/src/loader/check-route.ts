import { errorCatalog, type Parameter, type Route } from '@costplane/plugin-api';
import { standardQuery } from '../parameters/standard-parameters.ts';
import { bases, costModes } from '@costplane/plugin-api/schema';
import { schemaProblem, timestampProblem } from './check-schema.ts';

const operationIdForm = /^[A-Za-z][\w.-]*$/;
const nameForm = /^[A-Za-z_]\w*$/;
const literalForm = /^[A-Za-z0-9._~-]+$/;
const parameterForm = /^\{([^{}]*)\}$/;
const encodings = ['text', 'integer', 'boolean', 'csv'];
const mediaTypeForm = /^[\w.+-]+\/[\w.+-]+(\s*;.*)?$/;
const statusForm = /^[2-5]\d\d$/;
const longestDeadlineSeconds = 3_600;

/** What is wrong with a route that a plugin declares, each with its field first. */
export function checkRoute(candidate: unknown): string[] {
  if (!isObject(candidate)) return ['is not a route: it must come from defineRoute()'];
  const route = candidate as unknown as Route;
  const own = [...checkIdentity(route), ...checkAnswer(route), ...checkRules(route)];
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
  return found(
    [
      response === undefined && produces === undefined && stream === undefined,
      '`response` must be the schema of its answer (or `produces`, or `stream`)',
    ],
    [response !== undefined && answerProblem('`response`', response), ''],
    [body !== undefined && problemOf('`body`', body), ''],
    [!isObject(otherResponses), '`otherResponses` must be an object of statuses'],
    ...Object.entries(isObject(otherResponses) ? otherResponses : {}).map(
      ([status, other]): Finding => [otherResponseProblem(status, other), ''],
    ),
    [
      produces !== undefined && !matches(produces, mediaTypeForm),
      '`produces` must be a media type, such as text/html',
    ],
    [
      stream !== undefined && !isStreamShape(stream),
      '`stream` must have contentTypes and trailers',
    ],
    [
      envelope !== undefined && !isEnvelope(envelope),
      '`envelope` must have the functions schema and wrap',
    ],
    [
      isEnvelope(envelope) && envelope.errors !== undefined && !isErrorEnvelope(envelope.errors),
      '`envelope.errors` must have the functions schema, describe and wrap',
    ],
    [
      !Array.isArray(errors) || !errors.every(isErrorCode),
      '`errors` must be a list of codes of the contract',
    ],
  );
}

function otherResponseProblem(status: string, other: unknown): string | false {
  const at = `\`otherResponses.${status}\``;
  if (!statusForm.test(status)) return `${at} must be for a status from 200 to 599`;
  if (!isObject(other) || typeof other.description !== 'string') {
    return `${at} must have a description and a schema`;
  }
  return answerProblem(at, other.schema);
}

function checkRules(route: Route): string[] {
  const { deadlineSeconds, quota, costMode, basis, ignoredQuery = [], uses = {} } = route;
  return found(
    [
      !isDeadline(deadlineSeconds),
      `\`deadlineSeconds\` must be above 0 and at most ${longestDeadlineSeconds}`,
    ],
    [
      quota !== undefined && !isQuota(quota),
      '`quota` must have a name and perMinute, an integer above 0',
    ],
    [
      costMode !== undefined && !isCostModeRule(costMode),
      '`costMode` must come from acceptsCostMode(), rejectsCostMode or ignoresCostMode',
    ],
    [
      basis !== undefined && !isBasisRule(basis),
      '`basis` must be acceptsBasis, or have a default and the allowed ones',
    ],
    [
      !Array.isArray(ignoredQuery) || !ignoredQuery.every(isText),
      '`ignoredQuery` must be a list of names',
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
        `\`query.${name}\` must be removed: \`paged\`, \`costMode\` or \`basis\` already declares it`,
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
    : `\`path\` may have only letters, digits, "-", ".", "_", "~" and whole {parameters}, not "${odd}"`;
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
  const problem = schemaProblem(schema, { mayRefer: false });
  return problem === undefined ? false : `${field} ${problem}`;
}

function answerProblem(field: string, schema: unknown): string | false {
  const problem = problemOf(field, schema);
  if (problem !== false) return problem;
  const ofTimestamp = timestampProblem(schema);
  return ofTimestamp !== undefined && `${field} ${ofTimestamp}`;
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
const isErrorEnvelope = (envelope: unknown) =>
  isEnvelope(envelope) && typeof envelope.describe === 'function';
const isQuota = (quota: unknown) =>
  isObject(quota) &&
  isText(quota.name) &&
  Number.isInteger(quota.perMinute) &&
  Number(quota.perMinute) > 0;
const isOneOf = (values: readonly unknown[], value: unknown) => values.includes(value);
const isCostModeRule = (rule: unknown) =>
  isObject(rule) &&
  (rule.rule === 'accepts'
    ? isOneOf(costModes, rule.default)
    : isOneOf(['rejects', 'ignores'], rule.rule));
const isBasisRule = (rule: unknown) =>
  isObject(rule) &&
  Array.isArray(rule.allowed) &&
  rule.allowed.every((basis) => isOneOf(bases, basis)) &&
  isOneOf(rule.allowed, rule.default);
const isEnvelope = (envelope: unknown): envelope is Readonly<Record<string, unknown>> =>
  isObject(envelope) &&
  typeof envelope.schema === 'function' &&
  typeof envelope.wrap === 'function';
const isDeadline = (seconds: unknown) =>
  seconds === undefined ||
  (typeof seconds === 'number' && seconds > 0 && seconds <= longestDeadlineSeconds);
