import { isCurrency } from '../currency.ts';
import { type SuggestWord } from './suggest-word.ts';
import { type PriceBookProblem } from '../price-book-error.ts';
import { controlPlaneKey, controlPlaneServices, type PriceBook } from '../price-book.ts';
import { readClusters } from './read-clusters.ts';
import { listKeys, readPriceList } from './read-price-list.ts';
import { excerpt, valueReader, type Field, type ValueReader } from './read-values.ts';
import { readProviders } from './read-providers.ts';
import { type Place, type YamlValue } from './read-yaml.ts';

/** Null if the file has no content. */
export function readBook(
  root: YamlValue,
  context: { problems: PriceBookProblem[]; suggest: SuggestWord; isNew: boolean },
): PriceBook | null {
  const reader = valueReader(context);
  if (root.kind === 'nothing') {
    reader.report(root, 'the price book is empty', 'begin with `currency: USD`');
    return null;
  }
  const book = reader.fields({ name: '', value: root }, [
    'currency',
    ...listKeys,
    'control_planes',
    'clusters',
  ]);
  const list = readPriceList(book, reader);
  const { onDemand } = list.rates;
  if (root.kind === 'map' && !book.rates) {
    reader.report(root, 'the price book has no rates', 'add rates.on_demand');
  } else if (book.rates && (!onDemand || onDemand.cpu === 0n || onDemand.ram === 0n)) {
    requireRates(book.rates, reader);
  }
  return {
    currency: readCurrency(root, book.currency, reader),
    currencyPlace: toPlace(book.currency?.value ?? root),
    ...list,
    controlPlanes: readControlPlanes(book.control_planes, reader),
    clusters: readClusters(book.clusters, reader),
  };
}

const toPlace = ({ line, column }: Place): Place => ({ line, column });

/** These rates also determine how the price of a node is divided among its resources. */
function requireRates({ value }: Field, { problems, report }: ValueReader): void {
  if (problems.some(({ line = 0 }) => line >= value.line)) return;
  report(
    value,
    'rates.on_demand has no rate above 0 for cores and memory',
    'set cpu_core_hour and memory_gib_hour, which also divide the price of a node',
  );
}

function readCurrency(root: YamlValue, field: Field | undefined, reader: ValueReader): string {
  if (!field) {
    if (root.kind === 'map') {
      reader.report(root, 'the price book has no currency', 'add it, such as `currency: USD`');
    }
    return '';
  }
  const code = reader.text(field, 'USD');
  if (code !== '' && !isCurrency(code)) {
    const fix = 'use an ISO 4217 code, such as USD';
    reader.report(field.value, `currency ${excerpt(code)} is unknown`, fix);
  }
  return code;
}

function readControlPlanes(
  field: Field | undefined,
  reader: ValueReader,
): PriceBook['controlPlanes'] {
  const fees = new Map<string, bigint>();
  for (const { provider, ...providerField } of readProviders(field, reader)) {
    const services = controlPlaneServices[provider] ?? [];
    for (const { entry, ...fee } of reader.entries(providerField)) {
      if (services.includes(entry.key)) {
        fees.set(controlPlaneKey({ provider, service: entry.key }), reader.price(fee));
        continue;
      }
      const [service] = services;
      reader.report(
        entry,
        `${fee.name} is unknown`,
        service === undefined
          ? 'set control_plane in the entry of the cluster'
          : reader.suggestion(
              entry.key,
              services,
              `the managed service of ${provider} is ${service}`,
            ),
      );
    }
  }
  return fees;
}
