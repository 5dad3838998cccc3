/**
 * What the ledger measures, named as its columns. A value is a whole number of the last digit:
 * what an hourly cost of 10^-12, a nanocore, a byte, 10^-9 of a GPU or 10^-12 of a node comes to in a
 * millisecond.
 * Null: not known.
 */
export const computeMeasures = [
  'cpu_cost_seconds',
  'memory_cost_seconds',
  'gpu_cost_seconds',
  'idle_cost_seconds',
  'overhead_cost_seconds',
] as const;

export const costMeasures = [
  ...computeMeasures,
  'storage_cost_seconds',
  'management_cost_seconds',
] as const;

export const unallocatedMeasures = [
  'unallocated_compute_cost_seconds',
  'unallocated_storage_cost_seconds',
  'unallocated_management_cost_seconds',
] as const;

export const clusterMeasures = [
  ...costMeasures,
  ...unallocatedMeasures,
  'on_demand_compute_cost_seconds',
  'seconds',
] as const;

export const quantityMeasures = [
  'cpu_requested_core_seconds',
  'memory_requested_byte_seconds',
  'gpu_requested_seconds',
  'cpu_used_core_seconds',
  'memory_used_byte_seconds',
] as const;

export const chargedMeasures = ['cpu_charged_core_seconds', 'memory_charged_byte_seconds'] as const;

/** Shares of all that a node has of a resource: directly, and with what is shared out of the rest. */
export const shareMeasures = [
  'cpu_direct_share_seconds',
  'cpu_loaded_share_seconds',
  'memory_direct_share_seconds',
  'memory_loaded_share_seconds',
  'gpu_direct_share_seconds',
  'gpu_loaded_share_seconds',
] as const;

export const quantityHourMeasures = [...shareMeasures, 'volume_seconds'] as const;

export const ownerMeasures = [
  ...costMeasures,
  ...quantityMeasures,
  ...chargedMeasures,
  'seconds',
] as const;

export const nodeMeasures = [
  ...computeMeasures,
  'unallocated_cost_seconds',
  ...quantityMeasures,
  'seconds',
] as const;

export const containerMeasures = [
  ...computeMeasures,
  'management_cost_seconds',
  ...quantityMeasures,
  ...shareMeasures,
  'seconds',
] as const;

export type ClusterMeasure = (typeof clusterMeasures)[number];
export type OwnerMeasure = (typeof ownerMeasures)[number];
export type NodeMeasure = (typeof nodeMeasures)[number];
export type ContainerMeasure = (typeof containerMeasures)[number];
export type ShareMeasure = (typeof shareMeasures)[number];
export type ChargedMeasure = (typeof chargedMeasures)[number];
export type QuantityHourMeasure = (typeof quantityHourMeasures)[number];
export type Measure =
  | ClusterMeasure
  | OwnerMeasure
  | NodeMeasure
  | ContainerMeasure
  | QuantityHourMeasure
  | 'repriceable_seconds';

export type Measured<Name extends Measure> = Record<Name, bigint | null>;

const milliDecimals = 3;

/** How many decimals a value of the measure has. */
export function storedDecimals(measure: Measure): number {
  if (measure.endsWith('_cost_seconds')) return 12 + milliDecimals;
  if (measure.endsWith('_share_seconds')) return 12 + milliDecimals;
  if (measure === 'gpu_requested_seconds') return 9 + milliDecimals;
  return measure.endsWith('_core_seconds') ? 9 + milliDecimals : milliDecimals;
}

/** The sum of what is known; null where nothing is, `none` where there is nothing at all. */
export function sumKnown(values: readonly (bigint | null)[], none: bigint | null): bigint | null {
  return values.length === 0 ? none : values.reduce(addKnown, null);
}

/** What is not known adds nothing. */
export function addKnown(a: bigint | null, b: bigint | null): bigint | null {
  if (a === null) return b;
  return b === null ? a : a + b;
}

/** Where there is nothing, it costs nothing and was not measured. */
export function sumMeasures<Name extends Measure>(
  measures: readonly Name[],
  parts: readonly Measured<Name>[],
): Measured<Name> {
  const isUse = (measure: Name) => measure.includes('_used_');
  return mapMeasures(measures, (measure) =>
    sumKnown(
      parts.map((part) => part[measure]),
      isUse(measure) ? null : 0n,
    ),
  );
}

export function mapMeasures<Name extends Measure>(
  measures: readonly Name[],
  make: (measure: Name) => bigint | null,
): Measured<Name> {
  const measured: Partial<Measured<Name>> = {};
  for (const measure of measures) measured[measure] = make(measure);
  return measured as Measured<Name>;
}

/** Of any row. */
export type Figures = Partial<Measured<Measure>>;

/** Figures of a millisecond over a time. */
export function overTime<Some extends Figures>(figures: Some, milliseconds: bigint): Some {
  return mapFigures(figures, (figure) => (figure === null ? null : figure * milliseconds));
}

export function addFigures<Some extends Figures>(a: Some, b: Some): Some {
  return mapFigures(a, (figure, measure) => addKnown(figure, b[measure] ?? null));
}

function mapFigures<Some extends Figures>(
  figures: Some,
  change: (figure: bigint | null, measure: Measure) => bigint | null,
): Some {
  // A copy keeps its shape, which is a good deal faster than to build one.
  const mapped: Figures = { ...figures };
  for (const measure of Object.keys(figures) as Measure[]) {
    mapped[measure] = change(figures[measure] ?? null, measure);
  }
  return mapped as Some;
}
