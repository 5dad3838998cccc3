interface TestContext {
  test?: object | undefined;
  skip(): never;
}

/** Whether tests run on a Citus coordinator. */
export const isOnCitus = (): boolean => Boolean(process.env.COSTPLANE_TEST_WORKER_URLS);

/** Skips a suite or test, with the reason that the summary of the run shows. */
export function skip(context: TestContext, reason: string): never {
  Object.assign(context.test ?? {}, { skipReason: reason });
  context.skip();
}

/** Skips a test of a distributed warehouse. */
export const skipWithoutCitus = (context: TestContext): never =>
  skip(
    context,
    'needs a coordinator of Citus: `npm test -- --citus` with COSTPLANE_TEST_CITUS_URL',
  );

/** Skips tests of what a distributed warehouse does differently, and says what that is. */
export function skipOnCitus(context: TestContext, difference: string): void {
  if (isOnCitus()) skip(context, `on Citus, ${difference}`);
}
