let known: ReadonlySet<string> | undefined;

/** Whether it is the code of a currency, as ISO 4217 writes it: `EUR`. */
export function isCurrency(code: string): boolean {
  known ??= new Set(Intl.supportedValuesOf('currency'));
  return known.has(code);
}
