import { oneOf } from '@costplane/plugin-api/schema';
import { Type } from 'typebox';
import { moneyForms } from './resources/money.ts';

const description =
  "Path prefix of the routes: with /legacy, /legacy/v1/namespaces. With '', only the routes " +
  'whose path no other plugin has are served. Must not begin with /v1 or /health.';

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
        'Format of amounts: `number` for JSON numbers, as legacy clients expect, or `text` for ' +
        'exact decimals with four digits.',
    }),
  },
  { additionalProperties: false },
);
