/** Labels for the source of a node price. */
export const sourceLabels = {
  price_book: 'price book',
  default_rates: 'default rates',
  custom: 'custom price',
  unknown: 'unknown',
} as const;
