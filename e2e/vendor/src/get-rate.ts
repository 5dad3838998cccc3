import { defineRoute, type Envelope } from '@costplane/kernel';
import { Type } from 'typebox';

/** The shape that clients of this vendor know, for data and errors alike. */
const envelope: Envelope = {
  schema: (data) => Type.Object({ ok: Type.Boolean(), result: data }),
  wrap: (data) => ({ ok: true, result: data }),
  errors: {
    schema: () => Type.Object({ ok: Type.Boolean(), problem: Type.String() }),
    describe: (codes) => `\`problem\` is one of ${codes.join(', ')}.`,
    wrap: ({ code }) => ({ ok: false, problem: code }),
  },
};

/** A route that answers in an envelope of its own, by the scope of another family. */
export const getRate = (marginPercent: number) =>
  defineRoute({
    operationId: 'acmeGetRate',
    method: 'get',
    path: '/v1/acme/rate',
    tag: 'Chargeback',
    summary: 'The margin that charges are made with',
    scope: 'clusters:read',
    envelope,
    response: Type.Object({ margin_percent: Type.Number({ description: 'Percent of the cost.' }) }),
    handler: () => ({ margin_percent: marginPercent }),
  });
