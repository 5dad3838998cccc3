/** Schemas that several plugins share, and functions that build them from rows. */
export {
  cpuCapacitySchema,
  cpuRequestUtilizationSchema,
  cpuUtilizationSchema,
  gpuCapacitySchema,
  type GpuFigures,
  gpuUtilizationSchema,
  memoryCapacitySchema,
  memoryRequestUtilizationSchema,
  memoryUtilizationSchema,
  type RequestFigures,
  storageCapacitySchema,
  toCpuUse,
  toGpuUtilization,
  toMemoryUse,
  toRequestUtilization,
} from './schema/capacity.ts';
export {
  bases,
  type Basis,
  type BillCost,
  billCostSchema,
  costBlock,
  type CostFigures,
  type CostMode,
  type CostView,
  costModes,
  type DirectCost,
  directCostSchema,
  type DirectCostView,
  knownMoney,
  toBillCost,
  toDirectCost,
} from './schema/cost.ts';
export {
  type BillCostColumn,
  billCostColumns,
  type OwnerCostColumn,
  ownerCostColumns,
} from './schema/ledger-costs.ts';
export { type Money, moneySchema, toMoney } from './schema/money.ts';
export {
  bytes,
  cores,
  count,
  described,
  kind,
  named,
  nullableTimestamp,
  oneOf,
  percent,
  referenceSchema,
  text,
  textMap,
  timestamp,
  uuid,
} from './schema/primitives.ts';
export { toTimestamp } from './schema/timestamp.ts';
