import { type FixedPoint } from '../fixed-point.ts';
import {
  gpuModelKey,
  instanceKey,
  storageKey,
  type ListedPrice,
  type PriceList,
} from '../price-book.ts';
import { resourceNames, type PerResource } from '../resources.ts';
import { readByRegion } from './read-providers.ts';
import { type Field, type ValueReader } from './read-values.ts';

/** The parts that a book and its entry for a cluster share. */
export const listKeys = ['rates', 'gpu_models', 'instances', 'storage'] as const;

export function readPriceList(
  fields: Partial<Record<(typeof listKeys)[number], Field>>,
  reader: ValueReader,
): PriceList {
  const storage = fields.storage
    ? reader.fields(fields.storage, ['default_gib_month', 'classes'])
    : {};
  return {
    rates: readRates(fields.rates, reader),
    gpuModels: readGpuModels(fields.gpu_models, reader),
    instances: readByRegion(fields.instances, reader, {
      keyOf: ({ item: instanceType, ...place }) => instanceKey({ ...place, instanceType }),
      valueOf: reader.listedPrice,
    }),
    storage: {
      defaultGibMonth: storage.default_gib_month ? reader.price(storage.default_gib_month) : null,
      classes: readByRegion(storage.classes, reader, {
        keyOf: ({ item: storageClass, ...place }) => storageKey({ ...place, storageClass }),
        valueOf: reader.price,
      }),
    },
  };
}

const rateKeys = { cpu: 'cpu_core_hour', ram: 'memory_gib_hour', gpu: 'gpu_hour' } as const;

function readRates(field: Field | undefined, reader: ValueReader): PriceList['rates'] {
  const { on_demand, spot } = field ? reader.fields(field, ['on_demand', 'spot']) : {};
  const known = reader.problems.length;
  const rates = {
    onDemand: readResourceRates(on_demand, reader),
    spot: readResourceRates(spot, reader),
  };
  const { onDemand, spot: onSpot } = rates;
  const higher = resourceNames.find((name) => onDemand && onSpot && onSpot[name] > onDemand[name]);
  if (reader.isNew && spot && higher && reader.problems.length === known) {
    const what = `${spot.name}.${rateKeys[higher]} is higher than its on-demand rate`;
    reader.report(spot.value, what, 'correct one of them, or remove spot');
  }
  return rates;
}

function readResourceRates(
  field: Field | undefined,
  reader: ValueReader,
): PerResource<FixedPoint> | null {
  if (!field) return null;
  const rates = reader.fields(field, Object.values(rateKeys));
  const rate = (key: (typeof rateKeys)[keyof typeof rateKeys]) => {
    const found = rates[key];
    if (found) return reader.price(found);
    reader.report(field.value, `${field.name} has no ${key}`, 'add it');
    return 0n;
  };
  return { cpu: rate(rateKeys.cpu), ram: rate(rateKeys.ram), gpu: rate(rateKeys.gpu) };
}

function readGpuModels(
  field: Field | undefined,
  reader: ValueReader,
): Map<string, ListedPrice & { model: string }> {
  const models = new Map<string, ListedPrice & { model: string }>();
  const lines = new Map<string, number>();
  for (const { entry, ...model } of reader.entries(field)) {
    const key = gpuModelKey(entry.key);
    const line = lines.get(key);
    if (line !== undefined) {
      const what = `${model.name} repeats the model of line ${line} in another spelling`;
      reader.report(entry, what, 'keep one of them');
    }
    lines.set(key, entry.line);
    models.set(key, { model: entry.key, ...reader.listedPrice(model) });
  }
  return models;
}
