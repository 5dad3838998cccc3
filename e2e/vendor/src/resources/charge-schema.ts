import { moneySchema, named, referenceSchema } from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';

/** What a client gets for one namespace. */
export const chargeSchema = named(
  'AcmeCharge',
  Type.Object({
    namespace: Type.String({ description: 'The name of the namespace.' }),
    cluster: referenceSchema,
    cost_hourly: Type.Optional(moneySchema),
    charge_hourly: Type.Optional(moneySchema),
  }),
  'What a namespace costs per hour, and what it is charged. Both are absent where it is not known.',
);

export type Charge = Static<typeof chargeSchema>;
