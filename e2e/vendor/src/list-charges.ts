import { clusterFilter, listPage, routesOver, visibleClusters } from '@costplane/kernel';
import { Type } from 'typebox';
import { chargeSchema, countCharges, selectCharges, toCharge } from './charges.ts';
import { type ChargebackRows } from './tables.ts';

/** A list with a filter and pages, in the envelope of the contract. */
export const listCharges = (marginPercent: number) =>
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

    handler({ db, organization, allowedClusters, query, page }) {
      const clusters = visibleClusters(allowedClusters, query.cluster_id);
      const scope = { organizationId: organization.id, clusters, marginPercent };
      return listPage(page, {
        clusters,
        rows: () => selectCharges(db, scope, page).execute(),
        total: () => countCharges(db, scope).executeTakeFirstOrThrow(),
        key: (row) => [row.rank, row.id],
        shape: (row) => toCharge(row, organization.currency),
      });
    },
  });
