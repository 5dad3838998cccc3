/** Where the price of a node comes from, in words. */
export const sourceLabels = {
  price_book: 'price book',
  default_rates: 'default rates',
  custom: 'custom price',
  unknown: 'unknown',
} as const;
