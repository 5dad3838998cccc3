/** Values in the text format of a PostgreSQL array; only for UUIDs and numbers, which need no escaping. */
export function arrayText(values: readonly (string | number | null | undefined)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}
