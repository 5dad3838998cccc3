import { oneOf } from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';
import { moneyForms } from './resources/money.ts';

const description =
  "Where the routes are mounted, such as /legacy for /legacy/v1/namespaces; '' serves only those " +
  'whose path no other plugin has. It may not begin with /v1 or /health.';

/** The plugin's options. */
export const legacyConfig = Type.Object(
  {
    prefix: Type.String({
      default: '/legacy',
      maxLength: 200,
      pattern: '^(?!/(?:v1|health)(?:/|$))(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$',
      description,
    }),
    money: oneOf(moneyForms, {
      default: 'number',
      description:
        "How amounts are written: `number`, a JSON number as the family's clients decode it, or " +
        '`text`, an exact decimal of four digits.',
    }),
  },
  { additionalProperties: false },
);

export type LegacyConfig = Static<typeof legacyConfig>;

/** What goes before the path of every route: nothing, or `/` and more. */
export type Prefix = '' | `/${string}`;
