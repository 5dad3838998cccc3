/**
 * The measures of the ledger, named like its columns. A value is an integer in the last digit of
 * the measure: an hourly cost in units of 10^-12, nanocores, bytes, 10^-9 GPUs or 10^-12 nodes,
 * each times milliseconds. Null means unknown.
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

/** Shares of a node's whole capacity of a resource: direct, and with shares of idle and overhead. */
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

/** The values of a measure, one for each row. */
export type Column = readonly (bigint | null)[];

/** Rows with their figures per millisecond, which are kept in columns, because most are only summed. */
export interface FigureTable<Row, Name extends Measure> {
  rows: readonly Row[];
  figures: Readonly<Record<Name, Column>>;
}

const milliDecimals = 3;

/** Number of decimal places of a value of the measure. */
export function storedDecimals(measure: Measure): number {
  if (measure.endsWith('_cost_seconds')) return 12 + milliDecimals;
  if (measure.endsWith('_share_seconds')) return 12 + milliDecimals;
  if (measure === 'gpu_requested_seconds') return 9 + milliDecimals;
  return measure.endsWith('_core_seconds') ? 9 + milliDecimals : milliDecimals;
}

/** The sum of the known values; null if none is known, `none` for an empty list. */
export function sumKnown(values: readonly (bigint | null)[], none: bigint | null): bigint | null {
  return values.length === 0 ? none : values.reduce(addKnown, null);
}

/** Adds two values; an unknown one adds nothing. */
export function addKnown(a: bigint | null, b: bigint | null): bigint | null {
  if (a === null) return b;
  return b === null ? a : a + b;
}

export function mapMeasures<Name extends Measure, Value>(
  measures: readonly Name[],
  make: (measure: Name) => Value,
): Record<Name, Value> {
  const mapped: Partial<Record<Name, Value>> = {};
  for (const measure of measures) mapped[measure] = make(measure);
  return mapped as Record<Name, Value>;
}
