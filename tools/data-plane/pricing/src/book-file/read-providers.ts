import { providers } from '../price-book.ts';
import { type Field, type ValueReader } from './read-values.ts';

type Provider = (typeof providers)[number];

/** The entries of a map whose keys are providers. */
export function readProviders(
  field: Field | undefined,
  reader: ValueReader,
): (Field & { provider: Provider })[] {
  return reader.entries(field).flatMap(({ entry, ...inner }) => {
    const provider = providers.find((each) => each === entry.key);
    if (provider !== undefined) return [{ ...inner, provider }];
    const fix = reader.suggestion(entry.key, providers, `providers are ${providers.join(', ')}`);
    reader.report(entry, `${inner.name}: the provider is unknown`, fix);
    return [];
  });
}

/** A list by provider, region and name: `aws: { eu-west-1: { m6i.large: 0.107 } }`. */
export function readByRegion<Value>(
  field: Field | undefined,
  reader: ValueReader,
  {
    keyOf,
    valueOf,
  }: {
    keyOf: (name: { provider: Provider; region: string; item: string }) => string;
    valueOf: (field: Field) => Value;
  },
): Map<string, Value> {
  const found = new Map<string, Value>();
  for (const { provider, ...providerField } of readProviders(field, reader)) {
    for (const region of reader.entries(providerField)) {
      for (const item of reader.entries(region)) {
        const name = { provider, region: region.entry.key, item: item.entry.key };
        found.set(keyOf(name), valueOf(item));
      }
    }
  }
  return found;
}
