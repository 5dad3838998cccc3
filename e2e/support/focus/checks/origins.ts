import {
  add,
  compare,
  type Decimal,
  halfUnit,
  isEqual,
  isNear,
  multiply,
  one,
  sum,
  toDecimal,
  toText,
  zero,
} from '../decimal.ts';
import { type ExportedFile, type Row } from '../exported-file.ts';
import { listDefinitions, type SchemaObject } from '../schema-object.ts';
import { isList, JsonNumber, JsonObject, parseStrictJson, toPlain } from '../strict-json.ts';
import { type Violation, violation } from '../violation.ts';
import { focusColumns, unitPrices } from '../vocabulary/columns.ts';
import { type Context, parseDecimal, isNull, isSet, cellText } from './check.ts';

const originColumns = ['SubAccountId', 'SkuPriceId', 'ChargePeriodStart'];
const sharedDimensions = focusColumns
  .filter(({ id, kind }) => kind === 'dimension' && !id.startsWith('Allocated'))
  .map(({ id }) => id);
/** One in a thousand million (check 53). */
const smallest: Decimal = { units: 1n, scale: 9 };

/** The rows that one charge was split into, with the place of each in the file. */
type Origin = readonly { readonly row: Row; readonly at: number }[];

/** Checks 53 and 54: the rows of each origin charge together. */
export function* checkOrigins(context: Context): Generator<Violation> {
  const { file } = context;
  if (!originColumns.every((column) => file.columns.includes(column))) return;
  for (const origin of groupOrigins(file)) {
    yield* checkShares(origin);
    yield* checkSharedValues(origin, file);
    yield* checkListCost(origin, context);
    yield* checkOwners(origin);
    yield* checkProportion(origin, context);
    yield* checkIdle(origin, context);
  }
}

function groupOrigins({ rows }: ExportedFile): Iterable<Origin> {
  const placed = rows.map((row, at) => ({ row, at }));
  return Map.groupBy(placed, ({ row }) =>
    originColumns.map((column) => cellText(row[column])).join(' '),
  ).values();
}

/** The values of a column, where every row has one. */
function listValues(origin: Origin, column: string): Decimal[] | undefined {
  const values = origin.map(({ row }) => parseDecimal(row[column]));
  return values.includes(undefined) ? undefined : (values as Decimal[]);
}

function* checkShares(origin: Origin): Generator<Violation> {
  const place = origin[0]!.at;
  const ratios = origin.map(({ row }) => parseRatios(row));
  if (!ratios.includes(undefined)) {
    const total = sum(ratios.flatMap((some) => some!));
    if (!isEqual(total, one)) {
      yield violation(53, 'M', `AllocatedRatio adds up to ${toText(total)}`, place);
    }
  }
  for (const column of ['PricingQuantity', 'ConsumedQuantity']) {
    const quantities = listValues(origin, column);
    const total = sum(quantities ?? []);
    if (quantities && !isEqual(total, one)) {
      yield violation(53, 'M', `${column} adds up to ${toText(total)}`, place);
    }
  }
}

/** Every `AllocatedRatio` of a row; undefined where it does not say. */
function parseRatios({ AllocatedMethodDetails: text }: Row): Decimal[] | undefined {
  try {
    const details = parseStrictJson(cellText(text));
    const elements = details instanceof JsonObject ? details.get('Elements') : undefined;
    if (elements === undefined || !isList(elements)) return undefined;
    const ratios = elements.map((element) =>
      element instanceof JsonObject ? element.get('AllocatedRatio') : undefined,
    );
    return ratios.map((ratio) => (ratio instanceof JsonNumber ? toDecimal(ratio.text) : zero));
  } catch {
    return undefined;
  }
}

function* checkSharedValues(origin: Origin, file: ExportedFile): Generator<Violation> {
  for (const column of [...sharedDimensions, ...unitPrices]) {
    if (!file.columns.includes(column)) continue;
    const isPrice = unitPrices.includes(column);
    const values = new Set(
      origin.map(({ row }) => {
        if (isPrice) return toText(parseDecimal(row[column]) ?? zero);
        return column === 'Tags' ? canonical(row[column]) : row[column];
      }),
    );
    if (values.size > 1) {
      yield violation(53, 'M', `${column} differs: ${[...values].join()}`, origin[0]!.at);
    }
  }
}

/** The same object always as the same text. */
function canonical(text: Row[string]): string {
  if (!isSet(text)) return 'null';
  try {
    const plain = toPlain(parseStrictJson(String(text))) as object;
    return JSON.stringify(Object.entries(plain).sort(([a], [b]) => (a < b ? -1 : 1)));
  } catch {
    return String(text);
  }
}

function* checkListCost(origin: Origin, { schema }: Context): Generator<Violation> {
  const costs = listValues(origin, 'ListCost');
  const [price] = listValues(origin, 'ListUnitPrice') ?? [];
  if (!costs || !price) return;
  const kept = findScale('ListCost', schema) ?? Infinity;
  const quantities = listValues(origin, 'PricingQuantity') ?? [];
  const places = price.scale + Math.max(0, ...quantities.map(({ scale }) => scale));
  const count = { units: BigInt(origin.length), scale: 0 };
  const tolerance = places <= kept ? zero : multiply(halfUnit(kept), count);
  if (!isNear(sum(costs), price, tolerance)) {
    const message = `ListCost adds up to ${toText(sum(costs))}, not ${toText(price)}`;
    yield violation(53, 'P', message, origin[0]!.at);
  }
}

function* checkOwners(origin: Origin): Generator<Violation> {
  const ids = origin.map(({ row }) => row.AllocatedResourceId);
  const named = ids.filter(isSet);
  if (new Set(named).size < named.length) {
    yield violation(53, 'S', 'AllocatedResourceId occurs twice', origin[0]!.at);
  }
  if (ids.filter(isNull).length > 1) {
    yield violation(53, 'P', 'two rows without AllocatedResourceId', origin[0]!.at);
  }
}

function* checkProportion(origin: Origin, { schema }: Context): Generator<Violation> {
  const costs = listValues(origin, 'EffectiveCost');
  const quantities = listValues(origin, 'PricingQuantity');
  if (!quantities) return;
  for (const [index, { row, at }] of origin.entries()) {
    const ratios = parseRatios(row);
    if (ratios && !isEqual(sum(ratios), quantities[index]!)) {
      yield violation(53, 'P', `PricingQuantity is not ${toText(sum(ratios))}`, at);
    }
  }
  if (!costs) return;
  const total = sum(costs);
  if (isEqual(total, zero)) {
    yield violation(53, 'P', 'a charge of 0 has no shares', origin[0]!.at);
  }
  // cost / total = quantity within 1e-9, without a division; a cost has its own last digit.
  const places = findScale('EffectiveCost', schema);
  const lastDigit = places === undefined ? zero : { units: 1n, scale: places };
  const tolerance = add(multiply(smallest, total), lastDigit);
  for (const [index, { at }] of origin.entries()) {
    if (!isNear(costs[index]!, multiply(quantities[index]!, total), tolerance)) {
      const message = `PricingQuantity ${toText(quantities[index]!)} is not the share of the cost`;
      yield violation(53, 'P', message, at);
    }
  }
}

const findScale = (column: string, schema: SchemaObject): number | undefined =>
  listDefinitions(schema).find(({ ColumnName }) => ColumnName === column)?.NumberScale;

/** Check 54: with idle spread, only what no row used is left over. */
function* checkIdle(origin: Origin, { file, expectations }: Context): Generator<Violation> {
  const { unusedNodes } = expectations;
  if (file.request.idle !== 'apportioned' || unusedNodes === undefined) return;
  const { row: first } = origin[0]!;
  if (first.SkuId !== 'kubernetes-compute') return;
  const place = `${cellText(first.SubAccountId)} ${cellText(first.ChargePeriodStart).slice(0, 10)}`;
  const idle = origin.find(({ row }) => isNull(row.AllocatedResourceId));
  const cost = parseDecimal(idle?.row.EffectiveCost);
  if (idle && !unusedNodes.has(place)) {
    yield violation(54, 'P', `idle is left of ${place}`, idle.at);
  }
  if (unusedNodes.has(place) && !(cost && compare(cost, zero) > 0)) {
    yield violation(54, 'P', `no row says what was left of ${place}`, origin[0]!.at);
  }
}
