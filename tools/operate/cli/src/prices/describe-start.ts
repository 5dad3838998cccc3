/** A time in UTC, such as `2026-03-31`, or `2026-03-31T12:00:00.000Z` if it is not midnight. */
export const describeStart = (from: Date) => from.toISOString().replace('T00:00:00.000Z', '');
