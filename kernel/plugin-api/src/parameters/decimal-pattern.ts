/** A decimal of at least 0 without an exponent (decision 7). */
export const decimalPattern = '^\\d+(\\.\\d+)?$';
