import { type Static, type TProperties, Type } from 'typebox';
import { compileSettings } from '../schema-validation/compile-schema.ts';

const closed = { additionalProperties: false };
const port = (byDefault: number, description: string) =>
  Type.Integer({ minimum: 0, maximum: 65_535, default: byDefault, description });

const positive = (maximum: number, byDefault: number, description: string) =>
  Type.Integer({ minimum: 1, maximum, default: byDefault, description });

/** An optional section of the config. */
const section = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { ...closed, default: {} });

/** The sections of the config that the service reads. */
export const serviceSections = {
  server: section({
    port: port(8080, 'Port of the API; 0 takes a free one.'),
    host: Type.String({ minLength: 1, default: '127.0.0.1', description: 'Address to bind.' }),
    publicUrl: Type.Optional(
      Type.String({
        pattern: '^https?://[^/]+',
        fix: 'write it as https://costs.example.com',
        description: 'Address that clients use; the address bound when unset.',
      }),
    ),
    hstsSeconds: Type.Integer({
      minimum: 0,
      default: 0,
      description:
        'Seconds for which browsers shall use HTTPS alone for this host: the max-age of ' +
        'Strict-Transport-Security. 0: the header is not sent, as where a proxy sends it.',
    }),
    drainSeconds: Type.Integer({
      minimum: 0,
      maximum: 300,
      default: 0,
      description: 'How long to keep answering after readiness has turned 503.',
    }),
    responseCheckEvery: positive(
      1_000_000,
      100,
      'After the first 100 responses of a route, one in so many is checked against its schema; ' +
        '1: every one.',
    ),
  }),
  management: section({
    port: port(9464, 'Port of /metrics; 0 takes a free one.'),
    host: Type.String({ minLength: 1, default: '127.0.0.1', description: 'Address to bind.' }),
  }),
  database: section({
    poolSize: positive(500, 10, 'Connections to PostgreSQL.'),
    ledgerPoolSize: positive(500, 10, 'Connections that read history, but for exports.'),
    ledgerTimeoutSeconds: positive(60, 60, 'How long a request may read history.'),
    exportPoolSize: positive(
      500,
      5,
      'Exports that are streamed at a time; more wait until one is done.',
    ),
  }),
  fairness: section({
    stateQueriesPerOrganization: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 500,
        description:
          'Requests of one organization that read what is there now at a time; three quarters of ' +
          '`database.poolSize` when unset.',
      }),
    ),
    historyQueriesPerOrganization: positive(
      500,
      3,
      'Requests of one organization that read history at a time.',
    ),
    exportsPerOrganization: positive(500, 2, 'Exports of one organization at a time.'),
    queueLength: positive(
      10_000,
      500,
      'Requests of one key that may wait for a connection of a pool.',
    ),
    queueSeconds: positive(
      25,
      10,
      'How long a request waits for its turn before it is answered 429 `RATE_LIMITED`.',
    ),
    exportMinBytesPerSecond: Type.Integer({
      minimum: 0,
      default: 16_000,
      description: 'Lowest average rate at which a client must read an export; 0: any.',
    }),
    exportGraceSeconds: positive(
      3_600,
      60,
      'How long a client may keep an export waiting before the lowest rate applies.',
    ),
  }),
  answers: section({
    keptBytes: Type.Integer({
      minimum: 0,
      default: 64 * 2 ** 20,
      description:
        'Bytes of answers that the process keeps while their data does not change, of all ' +
        'organizations together; 0: none.',
    }),
  }),
};

const schema = Type.Object(serviceSections);

export type ServiceConfig = Static<typeof schema>;

/** Applies defaults to a config. */
export function createConfig(given: object): ServiceConfig {
  const config = structuredClone(given);
  compileSettings(schema)(config);
  return config as ServiceConfig;
}
