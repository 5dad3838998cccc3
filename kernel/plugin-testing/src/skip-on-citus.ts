/** Skips a suite or test of what a distributed warehouse does differently, and says what that is. */
export function skipOnCitus(
  context: { readonly test?: object | undefined; skip(): never },
  difference: string,
): void {
  if (!process.env.COSTPLANE_TEST_WORKER_URLS) return;
  // The reason that the summary of the run shows.
  Object.assign(context.test ?? {}, { skipReason: `on Citus, ${difference}` });
  context.skip();
}
