import { defineList } from '@costplane/plugin-api/listing';
import { describeCharges, selectNamespaces } from '../queries/select-charges.ts';
import { toCharge } from '../resources/to-charge.ts';

/** Charges, the highest first, ties by id. */
export const chargeList = (marginPercent: number) =>
  defineList({
    from: selectNamespaces,
    clusters: 'namespace.cluster_id',
    order: { rank: 'namespace.run_rate_all_rank', id: 'namespace.id' },
    mergeBy: { clusters: { column: 'namespace.cluster_id', type: 'uuid' } },
    keysFirst: {
      key: { cluster_id: 'namespace.cluster_id', name: 'namespace.name' },
      when: 'always',
    },
    select: (namespaces) => describeCharges(namespaces, marginPercent),
    toResource: (row, { organization }) => toCharge(row, organization.currency),
  });
