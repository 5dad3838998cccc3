let known: ReadonlySet<string> | undefined;

/** Whether this is an ISO 4217 currency code, such as `EUR`. */
export function isCurrency(code: string): boolean {
  known ??= new Set(Intl.supportedValuesOf('currency'));
  return known.has(code);
}
