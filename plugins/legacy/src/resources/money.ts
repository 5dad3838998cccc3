import { type TSchema, Type } from 'typebox';

/** Format of amounts: numbers, as legacy clients expect, or exact text. */
export const moneyForms = ['number', 'text'] as const;
export type MoneyForm = (typeof moneyForms)[number];

const amountPattern = '^-?\\d+\\.\\d{4}$';

/** An exact amount in the organization's currency, with four decimal places; null when unknown. */
export const amount = (description: string) =>
  Type.Union([Type.String({ pattern: amountPattern }), Type.Null()], { description });

interface Schema {
  readonly anyOf?: readonly { readonly pattern?: string }[];
  readonly description?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const isAmount = ({ anyOf }: Schema) => anyOf?.[0]?.pattern === amountPattern;

/** The schema with its amounts as numbers. */
export function withNumbers(schema: TSchema): TSchema {
  const { items, properties, description, ...rest } = schema as Schema;
  const own = description === undefined ? {} : { description };
  if (isAmount(schema)) return Type.Union([Type.Number(), Type.Null()], own);
  return {
    ...rest,
    ...own,
    ...(items && { items: withNumbers(items) }),
    ...(properties && { properties: mapValues(properties, (of) => withNumbers(of as TSchema)) }),
  };
}

/** A value of the schema with its amounts as numbers. */
export function toNumbers(value: unknown, schema: TSchema): unknown {
  if (typeof value === 'string') return isAmount(schema) ? Number(value) : value;
  const { items, properties } = schema as Schema;
  if (Array.isArray(value) && items) return value.map((item) => toNumbers(item, items as TSchema));
  if (typeof value !== 'object' || value === null || !properties) return value;
  return mapValues(value as Record<string, unknown>, (inner, name) => {
    const of = properties[name];
    return of === undefined ? inner : toNumbers(inner, of);
  });
}

const mapValues = <From, To>(
  from: Readonly<Record<string, From>>,
  map: (value: From, name: string) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(from).map(([name, value]) => [name, map(value, name)]));
