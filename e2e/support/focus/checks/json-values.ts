import { Ajv2020 } from 'ajv/dist/2020.js';
import { numberPattern } from '../decimal.ts';
import { columnTypes } from '../schema-object.ts';
import {
  measureDepth,
  isList,
  JsonNumber,
  JsonObject,
  type JsonValue,
  parseStrictJson,
  toPlain,
  valuesIn,
} from '../strict-json.ts';
import { skuPriceDetailKeys } from '../vocabulary/closed-sets.ts';
import { keyValueColumns } from '../vocabulary/columns.ts';
import { isUnit } from '../vocabulary/units.ts';
import { type Context, isSet, type Report, type RowCheck } from './check.ts';

/** Checks 20 to 22, and 15 and 23 of what is in JSON. */
export function checkJsonValues({ file, schema }: Context): RowCheck {
  const findType = columnTypes(schema);
  const columns = file.columns.filter((column) => findType(column) === 'JSON');
  return (row, report) => {
    for (const column of columns) {
      const text = row[column];
      if (isSet(text)) checkJson(column, String(text), report);
    }
  };
}

function checkJson(column: string, text: string, report: Report) {
  const object = readObject(text);
  if (typeof object === 'string') {
    report(20, 'M', `${column}: ${object}`);
    return;
  }
  for (const value of valuesIn(object)) {
    if (value instanceof JsonObject && value.repeatedKeys.length > 0) {
      report(20, 'M', `${column} has twice ${value.repeatedKeys.join()}`);
    }
    if (value instanceof JsonNumber) checkNumber(column, value.text, report);
  }
  if (keyValueColumns.includes(column)) checkKeyValues(column, object, report);
  if (column === 'AllocatedMethodDetails') checkMethodDetails(object, report);
}

/** The object, or what is wrong with it. */
function readObject(text: string): JsonObject | string {
  try {
    const value = parseStrictJson(text);
    return value instanceof JsonObject ? value : 'is no object';
  } catch (error) {
    return (error as Error).message;
  }
}

function checkNumber(column: string, text: string, report: Report) {
  if (/e/i.test(text)) report(15, 'P', `${column}: ${text} has an exponent`);
  else if (!numberPattern.test(text)) report(15, 'M', `${column}: ${text} is no number`);
}

function checkKeyValues(column: string, object: JsonObject, report: Report) {
  for (const [key, value] of object.entries) {
    if (value instanceof JsonObject || isList(value)) report(21, 'M', `${column}.${key} is nested`);
    const isFree = column !== 'SkuPriceDetails' || key.startsWith('x_');
    if (!isFree && !skuPriceDetailKeys.includes(key)) report(21, 'M', `${column} has ${key}`);
  }
}

const customKeys = { '^x_[A-Z][a-zA-Z0-9]*$': {} };
const isMethodDetails = new Ajv2020({ strict: false }).compile({
  type: 'object',
  required: ['Elements'],
  additionalProperties: false,
  patternProperties: customKeys,
  properties: {
    Elements: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: {
        type: 'object',
        required: ['AllocatedRatio'],
        additionalProperties: false,
        patternProperties: customKeys,
        properties: {
          AllocatedRatio: { type: 'number', minimum: 0, maximum: 1 },
          UsageUnit: { type: ['string', 'null'] },
          UsageQuantity: { type: ['number', 'null'] },
        },
        if: { required: ['UsageQuantity'], properties: { UsageQuantity: { type: 'number' } } },
        then: { required: ['UsageUnit'], properties: { UsageUnit: { type: 'string' } } },
      },
    },
  },
});

function checkMethodDetails(object: JsonObject, report: Report) {
  if (!isMethodDetails(toPlain(object))) {
    const [error] = isMethodDetails.errors ?? [];
    report(22, 'M', `AllocatedMethodDetails${error?.instancePath} ${error?.message}`);
  }
  if (measureDepth(object) > 3)
    report(22, 'S', 'AllocatedMethodDetails is deeper than three levels');
  for (const element of listElements(object)) {
    const unit = element.get('UsageUnit');
    if (typeof unit === 'string' && !isUnit(unit)) report(23, 'S', `UsageUnit: ${unit}`);
  }
}

const listElements = (details: JsonObject): JsonObject[] => {
  const elements: JsonValue = details.get('Elements') ?? [];
  return isList(elements) ? elements.filter((element) => element instanceof JsonObject) : [];
};
