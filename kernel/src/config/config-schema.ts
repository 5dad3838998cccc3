import { type Static, Type } from 'typebox';
import { oneOf } from '../schema/primitives.ts';

const closed = { additionalProperties: false };
const port = (byDefault: number, description: string) =>
  Type.Integer({ minimum: 0, maximum: 65_535, default: byDefault, description });

/** What an operator may set in `costplane.config.yaml`. Secrets come from the environment only. */
export const configSchema = Type.Object(
  {
    server: Type.Object(
      {
        port: port(8080, 'Port of the API; 0 takes a free one.'),
        host: Type.String({ minLength: 1, default: '127.0.0.1', description: 'Address to bind.' }),
        publicUrl: Type.Optional(
          Type.String({
            pattern: '^https?://[^/]+',
            fix: 'write it as https://costs.example.com',
            description: 'Address that clients use; the address bound when unset.',
          }),
        ),
        drainSeconds: Type.Integer({
          minimum: 0,
          maximum: 300,
          default: 0,
          description: 'How long to keep answering after readiness has turned 503.',
        }),
      },
      { ...closed, default: {} },
    ),
    management: Type.Object(
      {
        port: port(9464, 'Port of /metrics; 0 takes a free one.'),
        host: Type.String({ minLength: 1, default: '127.0.0.1', description: 'Address to bind.' }),
      },
      { ...closed, default: {} },
    ),
    database: Type.Object(
      {
        poolSize: Type.Integer({
          minimum: 1,
          maximum: 500,
          default: 10,
          description: 'Connections to PostgreSQL.',
        }),
        ledgerPoolSize: Type.Integer({
          minimum: 1,
          maximum: 500,
          default: 10,
          description: 'Connections that read history, but for exports.',
        }),
        ledgerTimeoutSeconds: Type.Integer({
          minimum: 1,
          maximum: 60,
          default: 60,
          description: 'How long a request may read history.',
        }),
        exportPoolSize: Type.Integer({
          minimum: 1,
          maximum: 500,
          default: 5,
          description: 'Exports that are streamed at a time; more are refused until one is done.',
        }),
      },
      { ...closed, default: {} },
    ),
    log: Type.Object(
      {
        level: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
          default: 'info',
          description: 'The least level that is logged.',
        }),
      },
      { ...closed, default: {} },
    ),
    plugins: Type.Array(
      Type.Object(
        {
          package: Type.String({
            minLength: 1,
            description: 'Package name, or path from the config file.',
          }),
          config: Type.Optional(Type.Unknown({ description: "The plugin's own config." })),
        },
        { ...closed, fix: 'write `- package: ...`' },
      ),
      {
        minItems: 1,
        description: 'The plugins that are loaded: all that the service serves.',
        fix: 'write each plugin as `- package: ...`',
      },
    ),
  },
  { ...closed, fix: 'name the plugins under `plugins:`, each as `- package: ...`' },
);

export type ServiceConfig = Static<typeof configSchema>;
