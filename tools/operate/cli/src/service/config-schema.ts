import { type Static, Type } from 'typebox';
import { serviceSections } from '@costplane/kernel/loader';
import { oneOf } from '@costplane/plugin-api/schema';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const closed = { additionalProperties: false };
const { server, management, database, fairness, responseCache } = serviceSections;

/** What an operator may set in `costplane.config.yaml`. Secrets come from the environment only. */
export const configSchema = Type.Object(
  {
    server,
    management,
    database,
    warehouse: Type.Optional(
      Type.Object(
        {
          distributed: Type.Boolean({
            default: false,
            description:
              'Whether `migrate` and `start` distribute the warehouse over the workers of Citus, as ' +
              '`migrate --distribute` does.',
          }),
        },
        closed,
      ),
    ),
    databases: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^(?!(default|postgres|service)$)[a-z][a-z0-9-]{0,39}$' }),
        Type.Object(
          {
            urlVariable: Type.String({
              minLength: 1,
              description: 'Environment variable with its URL.',
            }),
            ledgerUrlVariable: Type.Optional(
              Type.String({
                minLength: 1,
                description:
                  'Environment variable with the URL from which history is read. Default: `urlVariable`.',
              }),
            ),
          },
          { ...closed, fix: 'write `NAME: { urlVariable: NAME_OF_A_VARIABLE }`' },
        ),
        {
          additionalProperties: false,
          description:
            'Databases of organizations that are not on the default one, that of `DATABASE_URL`, by ' +
            'names such as `eu-2`.',
          fix: 'name each in lowercase letters, digits and hyphens; default, postgres and service are taken',
        },
      ),
    ),
    fairness,
    responseCache,
    log: Type.Object(
      {
        level: oneOf(logLevels, {
          default: 'info',
          description: 'Minimum level that is logged.',
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

export type Config = Static<typeof configSchema>;
