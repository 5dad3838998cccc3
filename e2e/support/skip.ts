/** Skips a suite or test, with the reason that the run's summary shows. */
export function skip(context: Mocha.Context, reason: string): never {
  Object.assign(context.test ?? {}, { skipReason: reason });
  context.skip();
}

/** Skips tests of what a single server does differently, as the guide to several servers documents. */
export function skipOnCitus(context: Mocha.Context, difference: string): void {
  // Set by `npm test -- --citus`.
  if (process.env.COSTPLANE_TEST_WORKER_URLS) skip(context, `on Citus, ${difference}`);
}
