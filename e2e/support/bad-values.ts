import { type DocumentedOperation, type DocumentedParameter, requiredQuery } from './operations.ts';
import { toUuid } from './snapshot.ts';

/** What must come of one value of a parameter. */
export interface ValueCase {
  /** Percent-encoded. */
  readonly text: string;
  readonly expected:
    'nothing matches' | 'anything' | { readonly status: number; readonly code: string };
}

/** Text that nothing is named, each of which would do harm where it is taken for anything else. */
export const hostileTexts: readonly string[] = [
  "' or '1'='1",
  "'; drop table workloads; --",
  "') union select null --",
  '$1',
  '$$x$$',
  "\\'; select pg_sleep(9) --",
  '"',
  "'",
  '`',
  '\\',
  '\\\\',
  '\\0',
  '\\x00',
  "E'\\n'",
  '%',
  '%%',
  '_',
  '*',
  '.*',
  '[a-z]',
  '(',
  '{}',
  '{a}',
  '[]',
  '/',
  '../..',
  '..',
  '.',
  '-',
  'null',
  'undefined',
  'NaN',
  'true',
  '0',
  '__proto__',
  'constructor',
  '<script>',
  '${1}',
  '名前',
  'ünïcödé',
  'é',
  '👩‍👩‍👧',
  '\u202egnp',
  '\ufeff',
  '\u00a0',
  '\u2028',
  '\uffff',
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\u0001',
  '\u007f',
  ' web',
  'web ',
  'WEB',
  '＇',
  'İ',
  'ß',
];

/** What the calendar has no day for, and what a day is not written like. */
export const malformedDays: readonly string[] = [
  '2026-02-30',
  '2026-02-29',
  '2026-00-10',
  '2026-13-01',
  '2026-01-00',
  '2026-1-1',
  '26-01-01',
  '02026-01-01',
  '+002026-01-01',
  '-2026-01-01',
  '2026/01/01',
  '20260101',
  '2026-01-01T00:00:00Z',
  '2026-01-01 ',
  ' 2026-01-01',
  '2026-W01-1',
  '01.01.2026',

  '２０２６-01-01',
  'today',
  'infinity',
  '1767225600',
  "2026-01-01'--",
  '2026-01-01,2026-01-02',
];

/** What a UUID is not written like. */
export const malformedUuids: readonly string[] = listMalformations(toUuid('none'));

/** Percent-encodings of nothing: cut off, no hexadecimals, no UTF-8. */
export const undecodable = ['%', '%2', '%zz', '%ff', '%c0%80', '%ed%a0%80', '%f5%80%80%80', 'a%'];

const maxUrlLength = 16 * 1024;
const uuids = (count: number) =>
  Array.from({ length: count }, (_, index) => toUuid(`none ${index}`));
const refuse = (status: number, code: string) => ({ status, code });
const badRequest = refuse(400, 'BAD_REQUEST');
const invalid = refuse(422, 'VALIDATION_ERROR');
const isUuid = ({ format }: DocumentedParameter['schema']) => format === 'uuid';

const isTrend = (path: string) => path.endsWith('/cost-trend');

/** The error where a required value is missing: the contract has one for trends, one for exports. */
export const missing = ({ path }: Pick<DocumentedOperation, 'path'>) =>
  isTrend(path) ? badRequest : invalid;

/** The error of a malformed value, by the contract and decisions 6 to 8. */
export function expectedError(
  { path }: Pick<DocumentedOperation, 'path'>,
  parameter: DocumentedParameter,
) {
  const { name, schema } = parameter;
  const { items = schema } = schema;
  if (name === 'cost_mode') return refuse(422, 'INVALID_COST_MODE');
  if (name === 'cursor') return refuse(400, 'INVALID_CURSOR');
  if (name === 'workload_uid' && isTrend(path)) return invalid;
  if (name === 'cluster_id') {
    const isOther = path === '/v1/workloads' || path === '/v1/node-groups';
    return isOther ? badRequest : refuse(400, 'INVALID_CLUSTER_ID');
  }
  if (['limit', 'include_total', 'min_savings_hourly'].includes(name)) return badRequest;
  const isText =
    items.type === 'string' && !items.enum && !items.pattern && items.format !== 'date';
  return isText ? badRequest : invalid;
}

/** Values of one query parameter, and what must come of each. */
export function listCases(
  operation: Pick<DocumentedOperation, 'path'>,
  parameter: DocumentedParameter,
): ValueCase[] {
  const { name, schema } = parameter;
  const error = expectedError(operation, parameter);
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
    if (items.type === 'integer') return casesOfIntegers(parameter, error);
    if (items.format === 'date') return casesOfDays(parameter, error);
    if (name === 'cursor') return encoded([...hostileTexts, 'A'.repeat(513)], error);
    const { maxLength = 0 } = items;
    return [
      ...encoded(hostileTexts, 'nothing matches'),
      { text: hostileTexts.map(encodeURIComponent).join(), expected: 'nothing matches' },
      { text: Array(1000).fill('x').join(), expected: isCsv ? 'nothing matches' : error },
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
  return [
    { text: one, expected: 'nothing matches' },
    { text: one.toUpperCase(), expected: 'nothing matches' },
    { text: most.join(), expected: 'nothing matches' },
    { text: [...most.slice(1), 'x'].join(), expected: error },
    { text: uuids(1000).join(), expected: refuse(414, 'BAD_REQUEST') },
    ...encoded([...malformedUuids, ...hostileTexts], error),
  ];
}

function listMalformations(one: string): string[] {
  return [
    one.replaceAll('-', ''),
    `{${one}}`,
    `urn:uuid:${one}`,
    `${one} `,
    ` ${one}`,
    `${one}0`,
    one.slice(1),
    one.replace(/^./, 'g'),
    one.replace(/^./, '１'),
    `${one}'--`,
    `${one}\n`,
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

function casesOfIntegers(
  { name, schema: { minimum = 0, maximum = 0 } }: DocumentedParameter,
  error: ValueCase['expected'],
): ValueCase[] {
  const one = requiredQuery[name];
  const good = one === undefined ? [String(minimum), '7', String(maximum)] : [one];
  const [last = ''] = good.slice(-1);
  const bad = [
    String(minimum - 1),
    String(maximum + 1),
    '-1',
    '1.0',
    '1.5',
    '1e2',
    '0x10',
    '+7',
    '7 ',
    ' 7',
    '7,8',
    '７',
    '2147483648000',
    '9223372036854775808',
    '9'.repeat(400),
    '2026-01-01',
    `${last}.0`,
    `+${last}`,
    `${last}n`,
    `${last}e0`,
    `${last},${last}`,
  ];
  return [
    ...encoded([...good, ...good.map((text) => `00${text}`)], 'anything'),
    ...encoded(bad, error),
    // Zero is an instant, but long before the end of the window.
    ...encoded(
      hostileTexts.filter((text) => text !== '0' || one === undefined),
      error,
    ),
  ];
}

const casesOfDays = ({ name }: DocumentedParameter, error: ValueCase['expected']): ValueCase[] => [
  { text: requiredQuery[name] ?? '2026-01-01', expected: 'anything' },
  ...encoded([...malformedDays, ...hostileTexts], error),
];
