import { categoryOfSubcategory, serviceCategories } from './service-categories.ts';

const usedOrNot = ['Used', 'Unused'];

/** The columns that know a few values only (section 1.2). Null is another rule's subject. */
export const closedSets: Readonly<Record<string, readonly string[]>> = {
  CapacityReservationStatus: usedOrNot,
  ChargeCategory: ['Usage', 'Purchase', 'Tax', 'Credit', 'Adjustment'],
  ChargeClass: ['Correction'],
  ChargeFrequency: ['One-Time', 'Recurring', 'Usage-Based'],
  CommitmentDiscountCategory: ['Spend', 'Usage'],
  CommitmentDiscountStatus: usedOrNot,
  PricingCategory: ['Standard', 'Dynamic', 'Committed', 'Other'],
  ServiceCategory: serviceCategories,
  ServiceSubcategory: [...categoryOfSubcategory.keys()],
};

/** Texts that stand in for a value that is missing (check 14). */
export const standIns = [
  'NULL',
  'None',
  'N/A',
  'Not Applicable',
  '-',
  'NaN',
  'undefined',
  'unknown',
].map((text) => text.toLowerCase());

/** What FOCUS defines of the keys in `SkuPriceDetails`; any other begins with `x_`. */
export const skuPriceDetailKeys = [
  'CoreCount',
  'DiskMaxIops',
  'DiskSpace',
  'GpuCount',
  'MemorySize',
  'NetworkMaxIops',
  'NetworkMaxThroughput',
  'DiskType',
  'InstanceType',
  'InstanceSeries',
  'OperatingSystem',
  'Redundancy',
  'StorageClass',
];
