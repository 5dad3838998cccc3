/** Unix milliseconds as the contract writes an instant. */
export const instant = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, 'Z');
