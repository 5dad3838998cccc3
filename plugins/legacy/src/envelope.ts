import { type Envelope, flatEnvelope, type Route } from '@costplane/plugin-api';
import { legacyErrors } from './errors/legacy-errors.ts';
import { type MoneyForm, toNumbers, withNumbers } from './resources/money.ts';

/** Bodies without an envelope, for data and for errors; amounts are in the configured format. */
export const legacyEnvelope = ({ response = {} }: Route, money: MoneyForm): Envelope => ({
  ...flatEnvelope,
  errors: legacyErrors,
  ...(money === 'number' && {
    schema: withNumbers,
    wrap: (data: unknown) => toNumbers(data, response),
  }),
});
