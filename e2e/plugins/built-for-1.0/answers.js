import {
  acceptsBasis,
  acceptsCostMode,
  ApiError,
  clusterAccessDenied,
  defineRoute,
  flatEnvelope,
  standardEnvelope,
  withStatus,
} from '@costplane/kernel';
import { Type } from 'typebox';

const route = (name, rest) =>
  defineRoute({
    operationId: `answer${name}`,
    method: 'get',
    path: `/older/answers/${name.toLowerCase()}`,
    tag: 'Older',
    summary: `Answer ${name}`,
    scope: 'older:read',
    ...rest,
  });

const greeted = Type.Object({ words: Type.String(), knows: Type.Boolean() });

const ownEnvelope = {
  schema: (data) => Type.Object({ payload: data, at: Type.String() }),
  wrap: (data, meta) => ({ payload: data, at: meta.applied_at }),
  errors: {
    schema: () => Type.Object({ problem: Type.String(), keyed: Type.Boolean() }),
    describe: (codes) => `One of ${codes.join(', ')}`,
    wrap: (error, { isKeyGiven }) => ({ problem: error.code, keyed: isKeyGiven }),
  },
};

/** Every form of an answer: shared things, envelopes, statuses, raw bodies, errors. */
export const answerRoutes = (greeter, greeting) => [
  route('Greeting', {
    uses: { greeter },
    quota: { name: 'greetings', perMinute: 100 },
    costMode: acceptsCostMode('workload_only'),
    basis: acceptsBasis,
    response: Type.Object({ ...greeted.properties, view: Type.String() }),
    handler: ({ costMode, basis }, { greeter: own }) => ({
      words: own.greet('world'),
      knows: own.knowsItsHost,
      view: `${costMode} ${basis}`,
    }),
  }),
  route('Flat', {
    envelope: flatEnvelope,
    response: Type.Object({ words: Type.String() }),
    handler: () => ({ words: greeting }),
  }),
  route('Standard', {
    envelope: standardEnvelope,
    response: Type.Object({ words: Type.String() }),
    handler: async () => ({ words: greeting }),
  }),
  route('Own', {
    envelope: ownEnvelope,
    query: {},
    response: Type.Object({ words: Type.String() }),
    handler: () => ({ words: greeting }),
  }),
  route('Status', {
    response: Type.Object({ words: Type.String() }),
    otherResponses: {
      503: { description: 'Not now', schema: Type.Object({ why: Type.String() }) },
    },
    envelope: flatEnvelope,
    handler: () => withStatus(503, { why: 'asleep' }),
  }),
  route('Raw', {
    produces: 'text/plain',
    handler: () => ({
      contentType: 'text/plain; charset=utf-8',
      body: greeting,
      headers: { 'X-Older': 'yes' },
    }),
  }),
  route('Denied', {
    response: greeted,
    errors: ['CLUSTER_ACCESS_DENIED'],
    handler: () => {
      throw clusterAccessDenied('4f6b1f3e-0000-4000-8000-000000000000');
    },
  }),
  route('Failed', {
    response: greeted,
    errors: ['UPSTREAM_UNAVAILABLE'],
    handler: () => {
      throw new ApiError('UPSTREAM_UNAVAILABLE', [{ reason: 'asleep' }], {
        headers: { 'X-Older': 'yes' },
      });
    },
  }),
  route('Hidden', {
    undocumented: 'Nobody should build on it.',
    givesWay: true,
    response: Type.Object({ words: Type.String() }),
    handler: () => ({ words: greeting }),
  }),
];
