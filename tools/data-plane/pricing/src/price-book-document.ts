import { formatFixedPoint, type FixedPoint } from './fixed-point.ts';
import { namesOfKey, type ListedPrice, type PriceBook, type PriceList } from './price-book.ts';
import { type PerResource } from './resources.ts';

/** A price, or a map of prices by name; amounts are decimal text. */
export interface PriceDocument {
  [name: string]: string | PriceDocument | PriceDocument[];
}

/** A book as plain values, with the keys of its file: its JSON is the same price book. */
export function priceBookDocument(book: PriceBook): PriceDocument {
  return {
    currency: book.currency,
    ...listDocument(book),
    ...given('control_planes', byNames(book.controlPlanes, formatFixedPoint)),
    ...(book.clusters.length === 0
      ? {}
      : {
          clusters: book.clusters.map((entry) => ({
            cluster: entry.cluster,
            ...(entry.organization === null ? {} : { organization: entry.organization }),
            ...(entry.controlPlane === null
              ? {}
              : { control_plane: formatFixedPoint(entry.controlPlane) }),
            ...listDocument(entry),
          })),
        }),
  };
}

function listDocument({ rates, gpuModels, instances, storage }: PriceList): PriceDocument {
  return {
    ...given('rates', {
      ...given('on_demand', ratesDocument(rates.onDemand)),
      ...given('spot', ratesDocument(rates.spot)),
    }),
    ...given(
      'gpu_models',
      Object.fromEntries([...gpuModels.values()].map((each) => [each.model, listedDocument(each)])),
    ),
    ...given('instances', byNames(instances, listedDocument)),
    ...given('storage', {
      ...(storage.defaultGibMonth === null
        ? {}
        : { default_gib_month: formatFixedPoint(storage.defaultGibMonth) }),
      ...given('classes', byNames(storage.classes, formatFixedPoint)),
    }),
  };
}

function ratesDocument(rates: PerResource<FixedPoint> | null): PriceDocument {
  if (!rates) return {};
  return {
    cpu_core_hour: formatFixedPoint(rates.cpu),
    memory_gib_hour: formatFixedPoint(rates.ram),
    gpu_hour: formatFixedPoint(rates.gpu),
  };
}

function listedDocument({ onDemand, spot }: ListedPrice): string | PriceDocument {
  const price = formatFixedPoint(onDemand);
  return spot === undefined ? price : { on_demand: price, spot: formatFixedPoint(spot) };
}

const given = (key: string, value: PriceDocument): PriceDocument =>
  Object.keys(value).length === 0 ? {} : { [key]: value };

/** Entries with composite keys, as nested maps by the parts of the keys. */
function byNames<Value>(
  map: ReadonlyMap<string, Value>,
  describe: (value: Value) => string | PriceDocument,
): PriceDocument {
  const entries = [...map].map(([key, value]) => ({
    names: namesOfKey(key),
    value: describe(value),
  }));
  return nest(entries, 0);
}

interface NamedValue {
  names: readonly string[];
  value: string | PriceDocument;
}

function nest(entries: readonly NamedValue[], depth: number): PriceDocument {
  const groups = Map.groupBy(entries, ({ names }) => names[depth] ?? '');
  return Object.fromEntries(
    [...groups].map(([name, group]) => {
      const [first] = group;
      const isLeaf = first?.names.length === depth + 1;
      return [name, isLeaf ? first.value : nest(group, depth + 1)];
    }),
  );
}
