/** A column of FOCUS 1.4 that no file has, because its condition does not apply. */
export interface LeftOutColumn {
  readonly name: string;
  readonly reason: string;
}

const because = (reason: string, ...names: string[]): LeftOutColumn[] =>
  names.map((name) => ({ name, reason }));

/** The 21 omitted columns of FOCUS 1.4, each with the reason. */
export const leftOutColumns: readonly LeftOutColumn[] = [
  ...because('There is only one type of billing account.', 'BillingAccountType'),
  ...because(
    'No capacity is reserved from this provider.',
    'CapacityReservationId',
    'CapacityReservationStatus',
  ),
  ...because(
    'This provider offers no commitment discounts.',
    'CommitmentDiscountCategory',
    'CommitmentDiscountId',
    'CommitmentDiscountName',
    'CommitmentDiscountQuantity',
    'CommitmentDiscountStatus',
    'CommitmentDiscountType',
    'CommitmentDiscountUnit',
  ),
  ...because('This provider has no commitment program.', 'CommitmentProgramEligibilityDetails'),
  ...because('This provider supports no contract commitments.', 'ContractApplied'),
  ...because('No price is negotiated with this provider.', 'ContractedUnitPrice'),
  ...because('No payable invoice is issued.', 'InvoiceDetailId', 'InvoiceId'),
  ...because('There is only one pricing category.', 'PricingCategory'),
  ...because(
    'Prices are in the billing currency.',
    'PricingCurrency',
    'PricingCurrencyContractedUnitPrice',
    'PricingCurrencyEffectiveCost',
    'PricingCurrencyListUnitPrice',
  ),
  ...because('There is only one type of sub account.', 'SubAccountType'),
];
