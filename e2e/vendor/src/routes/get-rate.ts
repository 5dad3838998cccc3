import { defineRoute } from '@costplane/plugin-api';
import { Type } from 'typebox';
import { type ChargebackConfig } from '../config.ts';
import { acmeEnvelope } from '../resources/acme-envelope.ts';

/** A route that answers in an envelope of its own, by the scope of another family. */
export const getRate = ({ marginPercent }: ChargebackConfig) =>
  defineRoute({
    operationId: 'acmeGetRate',
    method: 'get',
    path: '/v1/acme/rate',
    tag: 'Chargeback',
    summary: 'The margin that charges are made with',
    scope: 'clusters:read',
    envelope: acmeEnvelope,
    response: Type.Object({ margin_percent: Type.Number({ description: 'Percent of the cost.' }) }),
    handler: () => ({ margin_percent: marginPercent }),
  });
