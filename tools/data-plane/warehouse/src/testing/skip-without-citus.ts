import { listNodes } from './nodes.ts';

/** Whether tests run on a coordinator of Citus. */
export const isOnCitus = () =>
  listNodes(process.env.COSTPLANE_TEST_DATABASE_URL ?? '').then((nodes) => nodes.length > 1);

/** Skips a test, and says why. */
export function skipWithoutCitus(context: { test?: object | undefined; skip(): never }): never {
  Object.assign(context.test ?? {}, {
    skipReason: 'needs a coordinator of Citus: `npm test -- --citus` with COSTPLANE_TEST_CITUS_URL',
  });
  context.skip();
}
