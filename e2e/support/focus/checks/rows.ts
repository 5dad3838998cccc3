import { compare, halfUnit, isEqual, isNear, multiply, zero } from '../decimal.ts';
import { type Row } from '../exported-file.ts';
import { listDefinitions } from '../schema-object.ts';
import { unitPrices } from '../vocabulary/columns.ts';
import { categoryOfSubcategory } from '../vocabulary/service-categories.ts';
import {
  type Context,
  parseDecimal,
  isNull,
  isSet,
  type Report,
  type RowCheck,
  cellText,
} from './check.ts';

/** Checks 25 to 45: the columns of a row among each other. */
export const checkRow: RowCheck = (row, report, context) => {
  checkPeriods(row, report, context);
  checkService(row, report);
  checkPlaces(row, report);
  checkSku(row, report);
  checkCosts(row, report, context);
  checkCommitments(row, report);
};

const isPlain = (row: Row) =>
  ['Usage', 'Purchase'].includes(cellText(row.ChargeCategory)) && row.ChargeClass !== 'Correction';

function checkPeriods(row: Row, report: Report, { file }: Context) {
  const { ChargePeriodStart: start, ChargePeriodEnd: end } = row;
  const { BillingPeriodStart: billingStart, BillingPeriodEnd: billingEnd } = row;
  const { from, to } = file.request;
  for (const [first, last] of [
    [start, end],
    [billingStart, billingEnd],
  ]) {
    if (isSet(first) && isSet(last) && !(parseInstant(first) < parseInstant(last))) {
      report(25, 'P', `${first} is not before ${last}`);
    }
  }
  if (isSet(start)) {
    if (!String(start).endsWith('T00:00:00Z')) report(26, 'P', `${start} is no midnight`);
    const day = String(start).slice(0, 10);
    if (day < from || day >= to) report(26, 'P', `${day} is not in the window`);
    if (isSet(end) && parseInstant(end) - parseInstant(start) !== 86_400_000) {
      report(26, 'P', `${start} to ${end} is no day`);
    }
  }
  if (isSet(start) && row.ChargeClass !== 'Correction') checkBillingPeriod(row, report);
}

function checkBillingPeriod(row: Row, report: Report) {
  const start = new Date(cellText(row.ChargePeriodStart));
  const month = (offset: number) => Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + offset);
  const { BillingPeriodStart: first, BillingPeriodEnd: last } = row;
  const isMonth =
    (!isSet(first) || parseInstant(first) === month(0)) &&
    (!isSet(last) || parseInstant(last) === month(1));
  if (!isMonth) report(27, 'P', `${first} to ${last} is not the month of ${start.toJSON()}`);
}

const parseInstant = (value: string | boolean) => Date.parse(String(value));

function checkService(row: Row, report: Report) {
  const { ChargeCategory: category, ChargeFrequency: frequency } = row;
  if (category === 'Purchase' && frequency === 'Usage-Based') {
    report(28, 'M', 'a purchase is not based on usage');
  }
  const { ServiceCategory: service, ServiceSubcategory: sub } = row;
  const parent = categoryOfSubcategory.get(cellText(sub));
  if (isSet(service) && isSet(sub) && parent !== undefined && parent !== service) {
    report(29, 'M', `${sub} is not in ${service}`);
  }
  const isHosted = !['Tax', 'Adjustment'].includes(cellText(category));
  if (isNull(row.HostProviderName) && isHosted) report(30, 'M', 'HostProviderName is null');
  if (isNull(row.ChargeDescription)) report(44, 'S', 'ChargeDescription is null');
}

function checkPlaces(row: Row, report: Report) {
  const { ResourceId: id, ResourceName: name, ResourceType: type } = row;
  if (isNull(id) && (isSet(name) || isSet(type))) report(31, 'M', 'a resource without an id');
  if (isSet(id) && isNull(type)) report(31, 'M', 'ResourceType is null');
  if (isSet(id) && id === name) report(32, 'M', 'ResourceName repeats ResourceId');
  nullTogether(row, ['RegionId', 'RegionName'], 33, report);
  nullTogether(row, ['SubAccountId', 'SubAccountName'], 33, report);
  nullTogether(row, ['SubAccountId', 'SubAccountType'], 33, report);
}

function checkSku(row: Row, report: Report) {
  const priced = ['PricingQuantity', 'PricingCategory', ...unitPrices];
  if (isPlain(row)) {
    const needed = ['SkuId', 'SkuPriceId', 'PricingQuantity', 'ListUnitPrice'];
    for (const column of [...needed, 'ContractedUnitPrice', 'PricingCategory']) {
      if (isNull(row[column])) report(34, 'M', `${column} is null`);
    }
  }
  if (isNull(row.SkuPriceId)) {
    const columns = ['SkuPriceDetails', 'ConsumedQuantity', 'CommitmentDiscountQuantity'];
    nullAll(row, [...columns, ...priced], 35, 'without SkuPriceId', report);
  } else if (isSet(row.SkuPriceId)) {
    for (const price of unitPrices) if (isNull(row[price])) report(35, 'M', `${price} is null`);
  }
  if (row.ChargeCategory === 'Tax') {
    nullAll(row, ['SkuId', 'SkuPriceId', ...priced], 36, 'of a tax', report);
  }
  if (isNull(row.SkuId) && isSet(row.SkuMeter)) report(37, 'M', 'SkuMeter without SkuId');
  if (isSet(row.SkuId) && isNull(row.SkuMeter)) report(37, 'S', 'SkuMeter is null');
  nullTogether(row, ['PricingQuantity', 'PricingUnit'], 38, report);
  nullTogether(row, ['ConsumedQuantity', 'ConsumedUnit'], 38, report);
  nullTogether(row, ['CommitmentDiscountQuantity', 'CommitmentDiscountUnit'], 38, report);
  checkConsumption(row, report);
}

function checkConsumption(row: Row, report: Report) {
  const { ChargeCategory: category, ConsumedQuantity: quantity } = row;
  if (!isSet(category)) return;
  const isConsumed = category === 'Usage' && row.CommitmentDiscountStatus !== 'Unused';
  if (isSet(quantity) && !isConsumed) report(39, 'M', 'nothing was consumed');
  if (isNull(quantity) && isConsumed && row.ChargeClass !== 'Correction') {
    report(39, 'M', 'ConsumedQuantity is null');
  }
}

const costs = ['BilledCost', 'ContractedCost', 'EffectiveCost', 'ListCost'];

function checkCosts(row: Row, report: Report, context: Context) {
  for (const column of unitPrices) {
    const price = parseDecimal(row[column]);
    if (price && compare(price, zero) < 0) report(40, 'M', `${column} is ${cellText(row[column])}`);
  }
  checkProduct(row, ['ListCost', 'ListUnitPrice'], report, context);
  checkProduct(row, ['ContractedCost', 'ContractedUnitPrice'], report, context);

  const [billed, effective] = [parseDecimal(row.BilledCost), parseDecimal(row.EffectiveCost)];
  if (billed && effective && !isEqual(billed, effective)) {
    report(42, 'M', `EffectiveCost is not BilledCost`);
  }
  if (isSet(row.ChargeClass)) report(45, 'P', `ChargeClass is ${row.ChargeClass}`);
  if (isSet(row.ChargeCategory) && row.ChargeCategory !== 'Usage') {
    report(45, 'P', `ChargeCategory is ${row.ChargeCategory}`);
  }
  for (const column of costs) {
    const cost = parseDecimal(row[column]);
    if (cost && compare(cost, zero) < 0) report(45, 'P', `${column} is ${cellText(row[column])}`);
  }
}

/** A cost is its price times the quantity: exactly, if its column keeps that many digits. */
function checkProduct(
  row: Row,
  [cost, price]: readonly [cost: string, price: string],
  report: Report,
  { schema }: Context,
) {
  const [actual, factor] = [parseDecimal(row[cost]), parseDecimal(row[price])];
  const quantity = parseDecimal(row.PricingQuantity);
  if (!actual || !factor || !quantity) return;
  const definition = listDefinitions(schema).find(({ ColumnName }) => ColumnName === cost);
  const places = definition?.NumberScale ?? Infinity;
  const product = multiply(factor, quantity);
  const tolerance = product.scale <= places ? zero : halfUnit(places);
  if (!isNear(actual, product, tolerance)) {
    report(41, 'M', `${cost} ${cellText(row[cost])} is not ${price} times PricingQuantity`);
  }
}

function checkCommitments(row: Row, report: Report) {
  const id = row.CommitmentDiscountId;
  const parts = ['Category', 'Name', 'Type', 'Status', 'Quantity', 'Unit'];
  if (isNull(id)) {
    const columns = parts.map((part) => `CommitmentDiscount${part}`);
    nullAll(row, columns, 43, 'without CommitmentDiscountId', report);
  }
  const needed = ['Category', 'Type', ...(row.ChargeCategory === 'Usage' ? ['Status'] : [])];
  for (const part of isSet(id) ? needed : []) {
    if (isNull(row[`CommitmentDiscount${part}`])) report(43, 'M', `${part} is null`);
  }
  const { CapacityReservationId: reservation, CapacityReservationStatus: status } = row;
  if (isNull(reservation) && isSet(status)) report(43, 'M', 'a status without a reservation');
  if (isSet(reservation) && isNull(status) && row.ChargeCategory === 'Usage') {
    report(43, 'M', 'CapacityReservationStatus is null');
  }
}

function nullTogether(
  row: Row,
  [first, second]: readonly [string, string],
  check: number,
  report: Report,
) {
  const [a, b] = [row[first], row[second]];
  if ((isNull(a) && isSet(b)) || (isSet(a) && isNull(b))) {
    report(check, 'M', `one of ${first} and ${second} is null`);
  }
}

function nullAll(
  row: Row,
  columns: readonly string[],
  check: number,
  where: string,
  report: Report,
) {
  for (const column of columns) {
    if (isSet(row[column])) report(check, 'M', `${column} ${where}`);
  }
}
