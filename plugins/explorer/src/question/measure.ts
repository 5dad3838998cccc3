/** Costs of a row (decision 35), in the organization's currency. */
export const amountMeanings = {
  totalCost: 'Cost in the selected cost mode and basis',
  cpuCost: 'Cost of CPU',
  memoryCost: 'Cost of memory',
  gpuCost: 'Cost of GPUs',
  storageCost: 'Cost of persistent volumes',
  idleCost: 'Share of idle capacity',
  overheadCost: 'Share of overhead',
};

/** Core-hours, GiB-hours and percentages. */
export const numberMeanings = {
  cpuCoreHoursRequested: 'CPU requested, in core-hours',
  cpuCoreHoursUsed: 'CPU used, in core-hours',
  memoryGibHoursRequested: 'Memory requested, in GiB-hours',
  memoryGibHoursUsed: 'Memory used, in GiB-hours',
  cpuEfficiencyPercent:
    'CPU used relative to requested, in percent; time without measured use counts as unused',
  memoryEfficiencyPercent:
    'Memory used relative to requested, in percent; time without measured use counts as unused',
  costSharePercent: 'Share of the total cost of all rows, in percent',
};

type Names<Meanings> = readonly (keyof Meanings)[];
export const amountNames = Object.keys(amountMeanings) as Names<typeof amountMeanings>;
export const numberNames = Object.keys(numberMeanings) as Names<typeof numberMeanings>;
export const measureNames = [...amountNames, ...numberNames];
export type MeasureName = (typeof measureNames)[number];
