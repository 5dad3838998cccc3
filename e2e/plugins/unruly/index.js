import { Readable } from 'node:stream';
import {
  columns,
  definePlugin,
  defineRoute,
  defineTables,
  routesOver,
} from '@costplane/plugin-api';
import { sql } from 'kysely';
import { Type } from 'typebox';

const shared = {
  method: 'get',
  tag: 'Unruly',
  summary: 'Does what no handler should',
  scope: 'unruly:read',
  deadlineSeconds: 1,
};
const secret = 'hunter2';
const never = new Promise(() => undefined);

const route = (operationId, handler, own = {}) =>
  defineRoute({
    ...shared,
    operationId,
    path: `/v1/unruly/${operationId}`,
    response: Type.Object({ amount: Type.String() }),
    handler,
    ...own,
  });
const anything = { response: Type.Unsafe({ type: 'object', additionalProperties: true }) };

const circular = () => {
  const self = { secret };
  self.self = self;
  return self;
};
const withoutText = () =>
  Object.assign(Object.create(null), {
    toString: () => {
      throw new Error(secret);
    },
  });
const unreadable = () =>
  Object.defineProperty(new Error('x'), 'message', {
    get: () => {
      throw new Error(secret);
    },
  });
const raise = (thrown) => () => {
  throw thrown;
};

/** Each is a 500, and nothing more. */
const failing = [
  route('throwsNothing', raise(undefined)),
  route('throwsText', raise(`the password is ${secret}`)),
  route('throwsFrozen', raise(Object.freeze(new Error(secret)))),
  route('throwsWhatHasNoText', () => raise(withoutText())()),
  route('throwsWhatCannotBeRead', () => raise(unreadable())()),
  route('rejects', async () => Promise.reject(new Error(secret))),
  route('returnsNothing', () => undefined),
  route('returnsCircular', circular, anything),
  route('returnsBigInt', () => ({ secret, many: 1n }), anything),
  route('returnsWhatIsForbidden', () => ({ amount: { secret } })),
  route('streamsNothing', () => ({ secret }), {
    response: undefined,
    stream: { contentTypes: ['text/plain'], trailers: {} },
  }),
  routesOver()({
    ...shared,
    operationId: 'changesOrganization',
    path: '/v1/unruly/changesOrganization',
    response: Type.Object({ ids: Type.Array(Type.String()) }),
    handler: async ({ db }) => {
      const other = crypto.randomUUID();
      await sql`select set_config('costplane.organization_id', ${other}, false)`.execute(db);
      return { ids: [] };
    },
  }),
];

const hanging = [
  route('hangs', () => never),
  route('hangsInDatabase', async ({ db }) => {
    await sql`select pg_sleep(60)`.execute(db);
    return { amount: 'late' };
  }),
  route('holdsConnection', ({ db }) =>
    db.connection().execute(async (session) => {
      await sql`select 1`.execute(session);
      await never;
    }),
  ),
  route('failsLate', async ({ signal }) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    throw new Error('late');
  }),
];

/** Answered, and then something goes wrong that no request waits for. */
const uncaught = [
  route('rejectsAfterwards', () => {
    void Promise.reject(new Error('nobody handles this'));
    return { amount: '1' };
  }),
  route('throwsAfterwards', () => {
    setTimeout(() => {
      throw new Error('nobody catches this');
    });
    return { amount: '1' };
  }),
];

const brokenFile = route(
  'breaksFile',
  () => ({
    contentType: 'text/plain',
    headers: {},
    body: Readable.from(
      (async function* () {
        yield 'first\n';
        throw new Error(secret);
      })(),
    ),
    trailers: async () => ({ 'X-Whole': 'yes' }),
    failedTrailers: { 'X-Whole': 'no' },
  }),
  {
    response: undefined,
    stream: { contentTypes: ['text/plain'], trailers: { 'X-Whole': 'Whether it is whole.' } },
  },
);

export default definePlugin({
  id: 'unruly',
  scopes: { 'unruly:read': 'What no handler should do' },
  tables: defineTables({ clusters: { id: columns.uuid } }),
  routes: [...failing, ...hanging, ...uncaught, brokenFile],
});
