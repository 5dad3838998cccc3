/** Shapes that several families share, and how rows become them. */
export {
  cpuCapacitySchema,
  cpuUtilizationSchema,
  gpuCapacitySchema,
  memoryCapacitySchema,
  memoryUtilizationSchema,
  storageCapacitySchema,
  utilizationPercentOf,
} from './schema/capacity.ts';
export {
  bases,
  type Basis,
  type BillCost,
  billCostSchema,
  type ComponentAmounts,
  costBlock,
  type CostFigures,
  type CostMode,
  costModes,
  toCostBlock,
} from './schema/cost.ts';
export { type Money, moneySchema, toMoney } from './schema/money.ts';
export {
  bytes,
  cores,
  count,
  named,
  oneOf,
  percent,
  textMap,
  timestamp,
  uuid,
} from './schema/primitives.ts';
export { toTimestamp } from './schema/timestamp.ts';
