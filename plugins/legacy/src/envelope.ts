import { type Envelope, flatEnvelope, type Route } from '@costplane/plugin-api';
import { legacyErrors } from './errors/legacy-errors.ts';
import { type MoneyForm, toNumbers, withNumbers } from './resources/money.ts';

/** The data is the body, and so is an error's; amounts are in the form that the config says. */
export const legacyEnvelope = ({ response = {} }: Route, money: MoneyForm): Envelope => ({
  ...flatEnvelope,
  errors: legacyErrors,
  ...(money === 'number' && {
    schema: withNumbers,
    wrap: (data: unknown) => toNumbers(data, response),
  }),
});
