import { type Decimal, isEqual, sum, toDecimal, toRounded, toText, zero } from './decimal.ts';
import { parseDecimal, cellText } from './checks/check.ts';
import { type Delivery, type ExportedFile, type Row } from './exported-file.ts';
import { columnTypes, type SchemaObject } from './schema-object.ts';
import { type Violation, violation } from './violation.ts';

/** Check 3: files of one request hold the same rows in the same order. */
export function compareFormats(
  [first, ...others]: readonly ExportedFile[],
  schema: SchemaObject,
): Violation[] {
  const expected = canonicalRows(first!, schema);
  return others.flatMap((file) => {
    const rows = canonicalRows(file, schema);
    const at = expected.findIndex((row, index) => row !== rows[index]);
    if (at < 0 && rows.length === expected.length) return [];
    const message = `${file.request.format} differs from ${first!.request.format}`;
    return [violation(3, 'P', `${message}: ${rows[at]} is not ${expected[at]}`, at)];
  });
}

/** Rows as text, a number always the same. */
function canonicalRows({ rows, columns }: ExportedFile, schema: SchemaObject): string[] {
  const findType = columnTypes(schema);
  return rows.map((row) =>
    JSON.stringify(
      columns.map((column) => {
        const value = row[column];
        if (findType(column) !== 'DECIMAL') return [column, value];
        const number = parseDecimal(value);
        return [column, number === undefined ? value : toText(number)];
      }),
    ),
  );
}

/** Check 4: the same request has the same bytes. */
export const compareBytes = (first: Delivery, second: Delivery): Violation[] =>
  first.body.equals(second.body) ? [] : [violation(4, 'P', 'the bytes differ')];

/** Check 5: requests have the same instance id if, and only if, they ask for the same. */
export function compareInstances(deliveries: readonly Delivery[]): Violation[] {
  const asked = ({ request }: Delivery) =>
    JSON.stringify([
      [request.from, request.to, request.grain, request.idle],
      request.columns === undefined ? 'all' : [...request.columns].sort(),
      request.clusters === undefined ? 'all' : [...request.clusters].sort(),
    ]);
  const instanceId = ({ headers }: Delivery) => headers['x-focus-dataset-instance-id'] ?? '';
  return listPairs(deliveries).flatMap(([a, b]) =>
    (asked(a) === asked(b)) === (instanceId(a) === instanceId(b))
      ? []
      : [
          violation(
            5,
            'P',
            `${instanceId(a)} and ${instanceId(b)} are for ${asked(a)} and ${asked(b)}`,
          ),
        ],
  );
}

/** Check 9: chosen columns have the values that they have in the full file. */
export function compareSelection(full: ExportedFile, chosen: ExportedFile): Violation[] {
  const project = (row: Row) => JSON.stringify(chosen.columns.map((column) => row[column]));
  const [expected, actual] = [full.rows.map(project), chosen.rows.map(project)];
  const at = expected.findIndex((row, index) => row !== actual[index]);
  if (at < 0 && expected.length === actual.length) return [];
  return [violation(9, 'M', `${actual[at]} is ${expected[at]} in the full file`, at)];
}

/** Check 59: two files of one window and clusters cost the same, by cluster, by day and in all. */
export function compareTotals(first: ExportedFile, second: ExportedFile): Violation[] {
  return compareSums(59, [first, second], ['SubAccountId', 'ChargePeriodStart'], 'EffectiveCost');
}

/** Check 59: the file costs what the cost explorer says, to the last digit that it shows. */
export function compareWithAmount({ rows }: ExportedFile, amount: Decimal): Violation[] {
  const total = sum(rows.map((row) => parseDecimal(row.EffectiveCost) ?? zero));
  const [actual, expected] = [toRounded(total, 4), toRounded(amount, 4)];
  return actual === expected ? [] : [violation(59, 'P', `costs ${actual}, not ${expected}`)];
}

/** Check 60: a namespace costs what its workloads cost, by day and kind. */
export function compareGrains(workloads: ExportedFile, namespaces: ExportedFile): Violation[] {
  const key = ['ChargePeriodStart', 'SkuPriceId', 'x_AllocationState', 'x_NamespaceId'];
  const metrics = ['EffectiveCost', 'BilledCost', 'ContractedCost', 'x_DirectCost', 'x_IdleCost'];
  return metrics.flatMap((metric) => compareSums(60, [workloads, namespaces], key, metric));
}

function compareSums(
  check: number,
  [first, second]: readonly [ExportedFile, ExportedFile],
  key: readonly string[],
  metric: string,
): Violation[] {
  const sums = [first, second].map(({ rows }) => sumsBy(rows, key, metric));
  const keys = new Set(sums.flatMap((one) => [...one.keys()]));
  return [...keys].flatMap((name) => {
    const [a, b] = sums.map((one) => one.get(name) ?? zero);
    if (isEqual(a!, b!)) return [];
    return [violation(check, 'P', `${metric} of ${name}: ${toText(a!)}, ${toText(b!)}`)];
  });
}

function sumsBy(rows: readonly Row[], key: readonly string[], metric: string) {
  const groups = Map.groupBy(rows, (row) => key.map((column) => cellText(row[column])).join(' '));
  return new Map(
    [...groups].map(([name, group]) => {
      return [name, sum(group.map((row) => parseDecimal(row[metric]) ?? zero))] as const;
    }),
  );
}

/** Check 61: the rows of the parts of a window are those of the whole. */
export function compareParts(whole: ExportedFile, parts: readonly ExportedFile[]): Violation[] {
  const toLine = (row: Row) => JSON.stringify(whole.columns.map((column) => row[column]));
  const expected = whole.rows.map(toLine).sort();
  const actual = parts.flatMap(({ rows }) => rows.map(toLine)).sort();
  const at = expected.findIndex((line, index) => line !== actual[index]);
  if (at < 0 && expected.length === actual.length) return [];
  return [violation(61, 'P', `${actual[at]} is not ${expected[at]}`)];
}

/** What has an id and a name that hold wherever these columns have the same values. */
const named = [
  { id: 'ResourceId', name: 'ResourceName', within: ['ResourceType'] },
  { id: 'RegionId', name: 'RegionName', within: [] },
  {
    id: 'AllocatedResourceId',
    name: 'AllocatedResourceName',
    within: ['SubAccountId', 'x_NamespaceId', 'x_WorkloadKind', 'x_AllocationState'],
  },
];

/** Check 63: on the same day, the same name has the same ids and an id the same name in every file. */
export function compareIds(files: readonly ExportedFile[]): Violation[] {
  return named.flatMap(({ id, name, within }) => {
    const place = ['ChargePeriodStart', ...within];
    return [
      ...differences(files, [...place, name], id),
      ...differences(files, [...place, id], name),
    ];
  });
}

/** Where two files that both know a key have other values for it. */
function differences(
  files: readonly ExportedFile[],
  key: readonly string[],
  column: string,
): Violation[] {
  const known = new Map<string, string>();
  return files.flatMap(({ rows }) => {
    const groups = Map.groupBy(rows, (row) => key.map((one) => cellText(row[one])).join());
    return [...groups].flatMap(([place, group]) => {
      const values = [...new Set(group.map((row) => cellText(row[column])))].sort().join();
      const expected = known.get(place) ?? values;
      known.set(place, expected);
      if (values === expected) return [];
      return [violation(63, 'M', `${column} of ${place}: ${values}, elsewhere ${expected}`)];
    });
  });
}

/** Check 64: a later file of the same instance holds all that the earlier one held. */
export function compareDeliveries(earlier: ExportedFile, later: ExportedFile): Violation[] {
  const instanceId = ({ headers }: Delivery) => headers['x-focus-dataset-instance-id'];
  if (instanceId(earlier) !== instanceId(later)) return [violation(64, 'M', 'another instance')];
  const key = ['ChargePeriodStart', 'SkuPriceId', 'AllocatedResourceId'];
  const toLine = (row: Row) => JSON.stringify(key.map((column) => row[column]));
  const has = new Set(later.rows.map(toLine));
  const missing = earlier.rows.map(toLine).find((line) => !has.has(line));
  return missing === undefined ? [] : [violation(64, 'M', `the later file has no ${missing}`)];
}

/** A schema answer, and the options that it was asked for. */
export interface SchemaAnswer {
  readonly grain: string;
  readonly idle: string;
  readonly data: SchemaObject;
}

/** Check 67: the id is that of the configuration and of its definitions, and of nothing else. */
export function compareSchemas(answers: readonly SchemaAnswer[]): Violation[] {
  const described = ({ grain, idle, data }: SchemaAnswer) =>
    JSON.stringify([grain, idle, data.Schema[0]?.FocusVersion, data.Schema[0]?.ColumnDefinition]);
  return listPairs(answers).flatMap(([a, b]) => {
    const isSameId = a.data.schema_id === b.data.schema_id;
    if ((described(a) === described(b)) === isSameId) return [];
    const message = isSameId ? 'one id of two schemas' : 'two ids of one schema';
    return [violation(67, 'M', `${message}: ${a.data.schema_id}, ${b.data.schema_id}`)];
  });
}

/** Check 69: what is no part of a schema does not change its answer. */
export const compareSchemaAnswers = (first: SchemaObject, second: SchemaObject): Violation[] =>
  JSON.stringify(first) === JSON.stringify(second)
    ? []
    : [violation(69, 'P', 'the answers differ')];

const listPairs = <Item>(items: readonly Item[]): [Item, Item][] =>
  items.flatMap((a, index) => items.slice(index + 1).map((b): [Item, Item] => [a, b]));

/** Amounts of the cost explorer, as one number. */
export const addAmounts = (...texts: readonly string[]): Decimal => sum(texts.map(toDecimal));
