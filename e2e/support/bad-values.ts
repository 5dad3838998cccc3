import { type DocumentedOperation, type DocumentedParameter } from './operations.ts';
import { uuidOf } from './snapshot.ts';

/** What must come of one value of a parameter. */
export interface ValueCase {
  /** Percent-encoded. */
  readonly text: string;
  readonly expected:
    'nothing matches' | 'anything' | { readonly status: number; readonly code: string };
}

/** Text that nothing is named, each of which would do harm where it is taken for anything else. */
export const hostileTexts: readonly string[] = [
  ...["' or '1'='1", "'; drop table workloads; --", "') union select null --", '$1', '$$x$$'],
  ...["\\'; select pg_sleep(9) --", '"', "'", '`', '\\', '\\\\', '\\0', '\\x00', "E'\\n'"],
  ...['%', '%%', '_', '*', '.*', '[a-z]', '(', '{}', '{a}', '[]', '/', '../..', '..', '.', '-'],
  ...['null', 'undefined', 'NaN', 'true', '0', '__proto__', 'constructor', '<script>', '${1}'],
  ...['名前', 'ünïcödé', 'é', '👩‍👩‍👧', '\u202egnp', '\ufeff', '\u00a0', '\u2028', '\uffff'],
  ...[' ', '\t', '\n', '\r\n', '\u0001', '\u007f', ' web', 'web ', 'WEB', '＇', 'İ', 'ß'],
];

/** Percent-encodings of nothing: cut off, no hexadecimals, no UTF-8. */
export const undecodable = ['%', '%2', '%zz', '%ff', '%c0%80', '%ed%a0%80', '%f5%80%80%80', 'a%'];

const maxUrlLength = 16 * 1024;
const uuids = (count: number) =>
  Array.from({ length: count }, (_, index) => uuidOf(`none ${index}`));
const refuse = (status: number, code: string) => ({ status, code });
const badRequest = refuse(400, 'BAD_REQUEST');
const invalid = refuse(422, 'VALIDATION_ERROR');
const isUuid = ({ format }: DocumentedParameter['schema']) => format === 'uuid';

/** The error of a malformed value, by the contract and decisions 6 to 8. */
export function errorOf(
  { path }: Pick<DocumentedOperation, 'path'>,
  parameter: DocumentedParameter,
) {
  const { name, schema } = parameter;
  const { items = schema } = schema;
  if (name === 'cost_mode') return refuse(422, 'INVALID_COST_MODE');
  if (name === 'cursor') return refuse(400, 'INVALID_CURSOR');
  if (name === 'cluster_id') {
    const isOther = path === '/v1/workloads' || path === '/v1/node-groups';
    return isOther ? badRequest : refuse(400, 'INVALID_CLUSTER_ID');
  }
  if (name === 'include_total' || name === 'min_savings_hourly') return badRequest;
  return items.enum || items.type === 'boolean' || items.pattern ? invalid : badRequest;
}

/** Values of one query parameter, and what must come of each. */
export function casesOf(
  operation: Pick<DocumentedOperation, 'path'>,
  parameter: DocumentedParameter,
): ValueCase[] {
  const { name, schema } = parameter;
  const error = errorOf(operation, parameter);
  const { items = schema } = schema;
  const isCsv = schema.type === 'array';
  const empty = name === 'cursor' ? ('anything' as const) : badRequest;
  return [
    { text: '', expected: empty },
    { text: '%00', expected: error },
    { text: 'a%00b', expected: error },
    ...undecodable.map((text) => ({ text, expected: badRequest })),
    { text: 'a'.repeat(maxUrlLength), expected: refuse(414, 'BAD_REQUEST') },
    ...(isCsv ? casesOfCsv() : []),
    ...casesOfKind(),
  ];

  function casesOfCsv(): ValueCase[] {
    return ['a,,b', ',', 'a,', ',a'].map((text) => ({ text, expected: badRequest }));
  }

  function casesOfKind(): ValueCase[] {
    if (isUuid(items)) return casesOfUuids(error, operation.path.length + name.length + 200);
    if (items.enum || items.type === 'boolean') {
      const allowed = items.enum ?? ['true', 'false'];
      const close = allowed.flatMap((value) => [value.toUpperCase(), ` ${value}`, `${value} `]);
      const foreign = [...close, '1', 'yes', ...hostileTexts].filter(
        (value) => !allowed.includes(value),
      );
      return [...encoded(foreign, error), ...encoded(allowed, 'anything')];
    }
    if (items.pattern) return casesOfDecimals(error);
    if (items.type === 'integer') return casesOfLimits(error);
    if (name === 'cursor') return encoded([...hostileTexts, 'A'.repeat(513)], error);
    const { maxLength = 0 } = items;
    return [
      ...encoded(hostileTexts, 'nothing matches'),
      { text: hostileTexts.map(encodeURIComponent).join(), expected: 'nothing matches' },
      { text: Array(1000).fill('x').join(), expected: 'nothing matches' },
      { text: Array(1001).fill('x').join(), expected: error },
      { text: 'x'.repeat(maxLength), expected: 'nothing matches' },
      { text: 'x'.repeat(maxLength + 1), expected: error },
      { text: 'x'.repeat(maxUrlLength - 200), expected: error },
    ];
  }
}

const encoded = (values: readonly string[], expected: ValueCase['expected']): ValueCase[] =>
  values.map((value) => ({ text: encodeURIComponent(value), expected }));

function casesOfUuids(error: ValueCase['expected'], elsewhereInUrl: number): ValueCase[] {
  const [one = ''] = uuids(1);
  const most = uuids(Math.floor((maxUrlLength - elsewhereInUrl) / (one.length + 1)));
  const malformed = [
    ...[one.replaceAll('-', ''), `{${one}}`, `urn:uuid:${one}`, `${one} `, ` ${one}`, `${one}0`],
    ...[one.slice(1), one.replace(/^./, 'g'), one.replace(/^./, '１'), `${one}'--`, `${one}\n`],
  ];
  return [
    { text: one, expected: 'nothing matches' },
    { text: one.toUpperCase(), expected: 'nothing matches' },
    { text: most.join(), expected: 'nothing matches' },
    { text: [...most.slice(1), 'x'].join(), expected: error },
    { text: uuids(1000).join(), expected: refuse(414, 'BAD_REQUEST') },
    ...encoded([...malformed, ...hostileTexts], error),
  ];
}

function casesOfDecimals(error: ValueCase['expected']): ValueCase[] {
  const bad = ['-1', '+1', '-0', '.5', '5.', '1e3', '1E3', '0x10', '1_000', '١', '１', 'Infinity'];
  return [
    { text: '9'.repeat(40), expected: 'nothing matches' },
    { text: `9223372036854775807`, expected: 'nothing matches' },
    { text: `922337203685477.5807`, expected: 'nothing matches' },
    { text: `922337203685477.5808`, expected: 'nothing matches' },
    { text: '0'.repeat(40), expected: 'anything' },
    { text: `0.${'0'.repeat(37)}1`, expected: 'anything' },
    { text: '9'.repeat(41), expected: error },
    { text: '9'.repeat(10_000), expected: error },
    ...encoded([...bad, ...hostileTexts.filter((text) => text !== '0')], error),
    ...encoded(['1,2'], error),
  ];
}

function casesOfLimits(error: ValueCase['expected']): ValueCase[] {
  const bad = ['0', '-1', '-0', '501', '1.0', '1.5', '1e2', '0x10', '+7', '7 ', ' 7', '7,8', '７'];
  return [
    ...encoded(['1', '7', '500', '007'], 'anything'),
    ...encoded([...bad, '2147483648', '9223372036854775808', '9'.repeat(400)], error),
    ...encoded(hostileTexts, error),
  ];
}
