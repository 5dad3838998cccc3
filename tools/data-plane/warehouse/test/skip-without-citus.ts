import { listNodes } from '../src/testing/nodes.ts';

/** Whether tests run on a coordinator of Citus. */
export const isOnCitus = () =>
  listNodes(process.env.COSTPLANE_TEST_DATABASE_URL ?? '').then((nodes) => nodes.length > 1);

export function skipWithoutCitus(context: Mocha.Context): never {
  Object.assign(context.test!, {
    skipReason: 'needs a coordinator of Citus: `npm test -- --citus` with COSTPLANE_TEST_CITUS_URL',
  });
  context.skip();
}
