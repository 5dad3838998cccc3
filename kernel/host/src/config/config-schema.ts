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
        pattern: String.raw`^https?://[^\s/?#@]+(/[^\s?#]*)?$`,
        fix: 'write it as https://costs.example.com, without a user, a query or a fragment',
        description: 'URL that clients use. Default: the bound address.',
      }),
    ),
    hstsSeconds: Type.Integer({
      minimum: 0,
      default: 0,
      description:
        '`max-age` of the header `Strict-Transport-Security`, in seconds. 0: the header is not sent.',
    }),
    drainSeconds: Type.Integer({
      minimum: 0,
      maximum: 300,
      default: 0,
      description: 'Seconds for which requests are still served after readiness has become 503.',
    }),
    responseCheckEvery: positive(
      1_000_000,
      100,
      'After the first 100 responses of a route, one in this many is checked against its schema.',
    ),
  }),
  management: section({
    port: port(9464, 'Port of /metrics; 0 takes a free one.'),
    host: Type.String({ minLength: 1, default: '127.0.0.1', description: 'Address to bind.' }),
  }),
  database: section({
    poolSize: positive(500, 10, 'Connections to PostgreSQL, for each database.'),
    ledgerPoolSize: positive(500, 10, 'Connections that read history, except for exports.'),
    ledgerTimeoutSeconds: positive(
      60,
      60,
      'Maximum number of seconds for which a request may read history.',
    ),
    exportPoolSize: positive(500, 5, 'Concurrent exports; further exports wait until one ends.'),
  }),
  fairness: section({
    historyQueriesPerOrganization: positive(
      500,
      3,
      'Concurrent requests of one organization that read history.',
    ),
    exportsPerOrganization: positive(500, 2, 'Concurrent exports of one organization.'),
    queueLength: positive(
      10_000,
      500,
      'Requests of one key that may wait for a connection of a pool.',
    ),
    queueSeconds: positive(
      25,
      10,
      'Seconds for which a request waits for a connection before it gets 429 `RATE_LIMITED`.',
    ),
    exportMinBytesPerSecond: Type.Integer({
      minimum: 0,
      default: 16_000,
      description: 'Minimum average rate at which a client must read an export; 0: no minimum.',
    }),
    exportGraceSeconds: positive(
      3_600,
      60,
      'Seconds for which a client may keep an export waiting before the minimum rate applies.',
    ),
  }),
  responseCache: section({
    maxBytes: Type.Integer({
      minimum: 0,
      default: 64 * 2 ** 20,
      description: 'Maximum size of the response cache of the process, in bytes; 0 disables it.',
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
