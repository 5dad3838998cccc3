import { numberPattern } from '../decimal.ts';
import { type ColumnDefinition, columnTypes, listDefinitions } from '../schema-object.ts';
import { type ColumnType, focusColumn } from '../vocabulary/columns.ts';
import { closedSets, standIns } from '../vocabulary/closed-sets.ts';
import { nationalCurrencies } from '../vocabulary/currencies.ts';
import { isUnit } from '../vocabulary/units.ts';
import { type Context, isSet, type Report, type RowCheck } from './check.ts';

const dateTimePattern =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;
const unitColumns = ['PricingUnit', 'ConsumedUnit', 'CommitmentDiscountUnit'];

/** Checks 13 to 19, 23 and 24: every value of a row by itself. */
export function checkValues({ schema, file }: Context): RowCheck {
  const findType = columnTypes(schema);
  const definitions = new Map(listDefinitions(schema).map((one) => [one.ColumnName, one]));
  const columns = file.columns.map((name) => ({
    name,
    type: findType(name),
    definition: definitions.get(name),
  }));
  return (row, report) => {
    for (const { name, type, definition } of columns) {
      const value = row[name];
      if (isSet(value)) checkValue(name, String(value), type, definition, report);
      else if (focusColumn(name)?.isNullable === false) report(13, 'M', `${name} is null`);
    }
  };
}

function checkValue(
  name: string,
  value: string,
  type: ColumnType,
  definition: ColumnDefinition | undefined,
  report: Report,
) {
  if (type === 'DECIMAL') checkNumber(name, value, definition, report);
  if (type === 'DATETIME') checkDate(name, value, report);
  if (type === 'STRING') checkText(name, value, definition, report);
}

function checkNumber(
  name: string,
  value: string,
  definition: ColumnDefinition | undefined,
  report: Report,
) {
  if (!numberPattern.test(value)) {
    report(15, 'M', `${name}: ${value} is no number`);
    return;
  }
  if (value.includes('E')) {
    report(15, 'P', `${name}: ${value} has an exponent`);
    return;
  }
  if (/^-[0.]*$/.test(value)) report(15, 'P', `${name}: ${value} is a zero with a sign`);
  const [whole = '', fraction = ''] = value.replace(/^-?0*/, '').split('.');
  const { NumericPrecision: precision = Infinity, NumberScale: scale = Infinity } =
    definition ?? {};
  if (fraction.length > scale || whole.length > precision - (scale === Infinity ? 0 : scale)) {
    report(16, 'M', `${name}: ${value} does not fit ${precision} digits, ${scale} of a fraction`);
  }
}

function checkDate(name: string, value: string, report: Report) {
  const isReal =
    dateTimePattern.test(value) && new Date(value).toJSON() === value.replace('Z', '.000Z');
  if (!isReal) report(17, 'M', `${name}: ${value} is no date and time`);
}

function checkText(
  name: string,
  value: string,
  definition: ColumnDefinition | undefined,
  report: Report,
) {
  if (value.trim() === '') {
    const isForbidden = value === '' && focusColumn(name)?.isNullable === true;
    report(14, isForbidden ? 'M' : 'S', `${name} is empty`);
  }
  if (standIns.includes(value.toLowerCase())) {
    report(14, 'S', `${name}: ${value} looks like a value that is missing`);
  }
  if (name === 'BillingCurrency' && !nationalCurrencies.has(value)) {
    report(18, 'M', `${value} is no national currency`);
  }
  if (closedSets[name]?.includes(value) === false) {
    report(19, 'M', `${name} must not be ${value}`);
  }
  if (unitColumns.includes(name) && !isUnit(value)) report(23, 'S', `${name}: ${value}`);
  const { length } = Array.from(value);
  if (length > (definition?.StringMaxLength ?? Infinity)) {
    report(24, 'P', `${name} has ${length} characters`);
  }
}
