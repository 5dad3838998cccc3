/** Values as the text of a PostgreSQL array: of UUIDs and numbers, in which nothing is to be escaped. */
export function arrayText(values: readonly (string | number | null | undefined)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}
