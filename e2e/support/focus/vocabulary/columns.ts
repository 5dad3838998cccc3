/** The types of FOCUS, and booleans, which only custom columns have. */
export type ColumnType = 'STRING' | 'DECIMAL' | 'DATETIME' | 'JSON' | 'BOOLEAN';
export type ColumnLevel = 'Mandatory' | 'Conditional' | 'Recommended';

/** A column of FOCUS 1.4 (section 1.1 of the reference). */
export interface FocusColumn {
  readonly id: string;
  readonly kind: 'dimension' | 'sum' | 'unit price';
  readonly type: ColumnType;
  readonly level: ColumnLevel;
  readonly isNullable: boolean;
}

/** Kind: d dimension, s sum, u unit price. Type: S, D, T (date), J. Level: M, C, R. Null: y, n. */
const table = `
AllocatedMethodDetails dJRy
AllocatedMethodId dSCy
AllocatedResourceId dSCy
AllocatedResourceName dSCy
AllocatedTags dJCy
AvailabilityZone dSRy
BilledCost sDMn
BillingAccountId dSMn
BillingAccountName dSMy
BillingAccountType dSCn
BillingCurrency dSMn
BillingPeriodEnd dTMn
BillingPeriodStart dTMn
CapacityReservationId dSCy
CapacityReservationStatus dSCy
ChargeCategory dSMn
ChargeClass dSMy
ChargeDescription dSMy
ChargeFrequency dSRn
ChargePeriodEnd dTMn
ChargePeriodStart dTMn
CommitmentDiscountCategory dSCy
CommitmentDiscountId dSCy
CommitmentDiscountName dSCy
CommitmentDiscountQuantity sDCy
CommitmentDiscountStatus dSCy
CommitmentDiscountType dSCy
CommitmentDiscountUnit dSCy
CommitmentProgramEligibilityDetails dJCy
ConsumedQuantity sDCy
ConsumedUnit dSCy
ContractApplied dJCy
ContractedCost sDMn
ContractedUnitPrice uDCy
EffectiveCost sDMn
HostProviderName dSMy
InvoiceDetailId dSCy
InvoiceId dSCy
InvoiceIssuerName dSMn
ListCost sDMn
ListUnitPrice uDCy
PricingCategory dSCy
PricingCurrency dSCn
PricingCurrencyContractedUnitPrice uDCy
PricingCurrencyEffectiveCost sDCn
PricingCurrencyListUnitPrice uDCy
PricingQuantity sDMy
PricingUnit dSMy
RegionId dSCy
RegionName dSCy
ResourceId dSCy
ResourceName dSCy
ResourceType dSCy
ServiceCategory dSMn
ServiceName dSMn
ServiceProviderName dSMn
ServiceSubcategory dSRn
SkuId dSCy
SkuMeter dSCy
SkuPriceDetails dJCy
SkuPriceId dSCy
SubAccountId dSCy
SubAccountName dSCy
SubAccountType dSCy
Tags dJCy`;

const kinds = { d: 'dimension', s: 'sum', u: 'unit price' } as const;
const types = { S: 'STRING', D: 'DECIMAL', T: 'DATETIME', J: 'JSON' } as const;
const levels = { M: 'Mandatory', C: 'Conditional', R: 'Recommended' } as const;

export const focusColumns: readonly FocusColumn[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [id = '', flags = ''] = line.split(' ');
    const [kind, type, level, nullable] = flags;
    return {
      id,
      kind: kinds[kind as keyof typeof kinds],
      type: types[type as keyof typeof types],
      level: levels[level as keyof typeof levels],
      isNullable: nullable === 'y',
    };
  });

const byId = new Map(focusColumns.map((column) => [column.id, column]));
export const focusColumn = (id: string): FocusColumn | undefined => byId.get(id);

/** Ids of other versions, which a file of 1.4 must not have. */
export const foreignColumns = ['ProviderName', 'PublisherName', 'PrincipalId'];

/** The columns whose condition does not hold for an internal provider without invoices (4.2). */
export const inapplicableColumns: ReadonlySet<string> = new Set(
  focusColumns
    .map(({ id }) => id)
    .filter(
      (id) =>
        /^(CapacityReservation|CommitmentDiscount|PricingCurrency)/.test(id) ||
        [
          'BillingAccountType',
          'CommitmentProgramEligibilityDetails',
          'ContractApplied',
          'ContractedUnitPrice',
          'InvoiceDetailId',
          'InvoiceId',
          'PricingCategory',
          'SubAccountType',
        ].includes(id),
    ),
);

/** The 44 that a file without a selection has. */
export const applicableColumns: readonly FocusColumn[] = focusColumns.filter(
  ({ id }) => !inapplicableColumns.has(id),
);

export const keyValueColumns = ['AllocatedTags', 'SkuPriceDetails', 'Tags'];

/** The unit prices, which are never added up. */
export const unitPrices = focusColumns
  .filter(({ kind }) => kind === 'unit price')
  .map(({ id }) => id);
