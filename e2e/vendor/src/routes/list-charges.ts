import { clusterFilter, routesOver } from '@costplane/plugin-api';
import { listPage, visibleClusters } from '@costplane/plugin-api/listing';
import { Type } from 'typebox';
import { type ChargebackConfig } from '../config.ts';
import { countCharges, selectCharges } from '../queries/select-charges.ts';
import { chargeSchema } from '../resources/charge-schema.ts';
import { toCharge } from '../resources/to-charge.ts';
import { type ChargebackRows } from '../tables.ts';

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
