import { clusterFilter, routesOver } from '@costplane/plugin-api';
import { Type } from 'typebox';
import { type ChargebackConfig } from '../config.ts';
import { chargeSchema } from '../resources/charge-schema.ts';
import { type ChargebackRows } from '../tables.ts';
import { chargeList } from './charge-list.ts';

/** A list with a filter and pages, in the envelope of the contract. */
export const listCharges = ({ marginPercent }: ChargebackConfig) =>
  routesOver<ChargebackRows>()({
    operationId: 'acmeListCharges',
    method: 'get',
    path: '/v1/acme/charges',
    tag: 'Chargeback',
    summary: 'What each namespace is charged per hour',
    scope: 'acme-chargeback:read',
    paged: true,
    query: { cluster_id: clusterFilter() },
    response: Type.Array(chargeSchema),

    handler: (context) =>
      chargeList(marginPercent).page(context, { clusters: context.query.cluster_id }),
  });
