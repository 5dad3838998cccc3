import { listNodes } from './nodes.ts';

/** Whether tests run on a Citus coordinator. */
export const isOnCitus = () =>
  listNodes(process.env.COSTPLANE_TEST_DATABASE_URL ?? '').then((nodes) => nodes.length > 1);

/** Skips a test with a reason. */
export function skipWithoutCitus(context: { test?: object | undefined; skip(): never }): never {
  Object.assign(context.test ?? {}, {
    skipReason: 'needs a coordinator of Citus: `npm test -- --citus` with COSTPLANE_TEST_CITUS_URL',
  });
  context.skip();
}
