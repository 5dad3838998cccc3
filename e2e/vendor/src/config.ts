import { type Static, Type } from 'typebox';

/** The plugin's options. */
export const chargebackConfig = Type.Object({
  marginPercent: Type.Number({
    minimum: 0,
    maximum: 100,
    default: 0,
    description: 'What is charged on top of the cost, in percent of it.',
  }),
});

export type ChargebackConfig = Static<typeof chargebackConfig>;
