/** Costs of a row (decision 35), in the organization's currency. */
export const amountNames = [
  'totalCost',
  'cpuCost',
  'memoryCost',
  'gpuCost',
  'storageCost',
  'idleCost',
  'overheadCost',
] as const;
export type AmountName = (typeof amountNames)[number];

/** Core-hours, GiB-hours and percentages. */
export const numberNames = [
  'cpuCoreHoursRequested',
  'cpuCoreHoursUsed',
  'memoryGibHoursRequested',
  'memoryGibHoursUsed',
  'cpuEfficiencyPercent',
  'memoryEfficiencyPercent',
  'costSharePercent',
] as const;
export type NumberName = (typeof numberNames)[number];

export type MeasureName = AmountName | NumberName;
export const measureNames: readonly MeasureName[] = [...amountNames, ...numberNames];
