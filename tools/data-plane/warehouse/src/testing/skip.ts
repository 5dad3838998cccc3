import { listNodes } from './nodes.ts';

interface TestContext {
  test?: object | undefined;
  skip(): never;
}

/** Whether tests run on a Citus coordinator. */
export const isOnCitus = () =>
  listNodes(process.env.COSTPLANE_TEST_DATABASE_URL ?? '').then((nodes) => nodes.length > 1);

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
  if (process.env.COSTPLANE_TEST_WORKER_URLS) skip(context, `on Citus, ${difference}`);
}
