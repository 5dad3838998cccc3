import {
  defineRoute,
  flatEnvelope,
  open,
  PRODUCT,
  READINESS,
  withStatus,
} from '@costplane/plugin-api';
import { named, oneOf } from '@costplane/plugin-api/schema';
import { Type } from 'typebox';

const probe = open('probes carry no key');

const checks = Type.Object({
  postgres: Type.String({ description: '`ok`, or what is wrong.' }),
  service: Type.Optional(Type.String({ description: '`stopping` while the service shuts down.' })),
});

const readySchema = named('Ready', Type.Object({ status: oneOf(['ready']), checks }));
const notReadySchema = named('NotReady', Type.Object({ status: oneOf(['not_ready']), checks }));

const getHealth = defineRoute({
  operationId: 'getHealth',
  method: 'get',
  path: '/health',
  tag: 'Health',
  summary: 'That the service runs, and its version',
  description: 'Does not ask the database: that is `/health/ready`.',
  scope: probe,
  envelope: flatEnvelope,
  response: named('Health', Type.Object({ status: oneOf(['ok']), version: Type.String() })),
  uses: { product: PRODUCT },
  handler: (_, { product }) => ({ status: 'ok' as const, version: product.version }),
});

const getLiveness = defineRoute({
  operationId: 'getLiveness',
  method: 'get',
  path: '/health/live',
  tag: 'Health',
  summary: 'That the process answers; nothing else is asked',
  description: 'For a probe that restarts a process which no longer answers.',
  scope: probe,
  envelope: flatEnvelope,
  response: named('Live', Type.Object({ status: oneOf(['ok']) })),
  handler: () => ({ status: 'ok' as const }),
});

const getReadiness = defineRoute({
  operationId: 'getReadiness',
  method: 'get',
  path: '/health/ready',
  tag: 'Health',
  summary: 'Whether requests can be answered',
  description:
    'Asks the database. For a probe that takes a process out of a load balancer: 503 also while ' +
    'the service shuts down.',
  scope: probe,
  envelope: flatEnvelope,
  response: readySchema,
  otherResponses: {
    503: {
      description: 'The database cannot be reached, or the service stops.',
      schema: notReadySchema,
    },
  },
  uses: { readiness: READINESS },
  async handler(_, { readiness }) {
    const { ready, checks: found } = await readiness.check();
    const checks = { postgres: 'unknown', ...found };
    if (ready) return { status: 'ready' as const, checks };
    return withStatus(503, { status: 'not_ready', checks });
  },
});

export const healthRoutes = [getHealth, getLiveness, getReadiness];
