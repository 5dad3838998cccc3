import {
  defineRoute,
  flatEnvelope,
  open,
  PRODUCT,
  READINESS,
  StatusBody,
} from '@costplane/plugin-api';
import { namedObject, oneOf, text } from '@costplane/plugin-api/schema';
import { Type } from 'typebox';

const probe = open('probes send no key');

const checks = Type.Object(
  {
    postgres: text('`ok`, or the reason why the service is not ready.'),
    service: Type.Optional(text('`stopping` while the service shuts down.')),
  },
  {
    additionalProperties: text('The same for another database, by its name in the config.'),
    description: 'The checks and their results.',
  },
);

const status = <const T extends string>(value: T) =>
  oneOf([value], { description: 'Status of the service.' });

const readySchema = namedObject('Ready', 'The service can answer requests.', {
  status: status('ready'),
  checks,
});
const notReadySchema = namedObject('NotReady', 'The service cannot answer requests now.', {
  status: status('not_ready'),
  checks,
});
const healthSchema = namedObject('Health', 'The service is running.', {
  status: status('ok'),
  version: text('Version of the service.'),
});
const liveSchema = namedObject('Live', 'The process responds.', { status: status('ok') });

const getHealth = defineRoute({
  operationId: 'getHealth',
  method: 'get',
  path: '/health',
  tag: 'Health',
  summary: 'Get the status and version of the service',
  description: 'Does not query the database; `/health/ready` does.',
  scope: probe,
  envelope: flatEnvelope,
  response: healthSchema,
  uses: { product: PRODUCT },
  handler: (_, { product }) => ({ status: 'ok' as const, version: product.version }),
});

const getLiveness = defineRoute({
  operationId: 'getLiveness',
  method: 'get',
  path: '/health/live',
  tag: 'Health',
  summary: 'Check that the process responds',
  description:
    'For liveness probes: restart the process when this stops responding. Checks nothing else.',
  scope: probe,
  envelope: flatEnvelope,
  response: liveSchema,
  handler: () => ({ status: 'ok' as const }),
});

const getReadiness = defineRoute({
  operationId: 'getReadiness',
  method: 'get',
  path: '/health/ready',
  tag: 'Health',
  summary: 'Check whether the service can answer requests',
  description:
    'For readiness probes. Queries the database. Also responds with 503 while the service ' +
    'shuts down.',
  scope: probe,
  envelope: flatEnvelope,
  response: readySchema,
  otherResponses: {
    503: {
      description: 'The database cannot be reached, or the service is shutting down.',
      schema: notReadySchema,
    },
  },
  uses: { readiness: READINESS },
  async handler(_, { readiness }) {
    const { ready, checks: found } = await readiness.check();
    const checks = { postgres: 'unknown', ...found };
    if (ready) return { status: 'ready' as const, checks };
    return new StatusBody(503, { status: 'not_ready', checks });
  },
});

export const healthRoutes = [getHealth, getLiveness, getReadiness];
