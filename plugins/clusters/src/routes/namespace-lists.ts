import { decimalParameter, optional } from '@costplane/plugin-api';
import { atLeast, defineList } from '@costplane/plugin-api/listing';
import { type Basis } from '@costplane/plugin-api/schema';
import { describeNamespaces, selectNamespaces } from '../queries/select-namespaces.ts';
import { toNamespace } from '../resources/to-namespace.ts';

/** The filter of both namespace lists. */
export const namespaceFilters = {
  min_cost_hourly: optional(
    decimalParameter('Only namespaces that cost at least this much per hour, over the basis.'),
  ),
};

/** Namespaces, highest run rate over the basis first, ties by id; unknown costs come last. */
const namespacesOver = (basis: Basis) =>
  defineList({
    from: selectNamespaces,
    clusters: 'namespace.cluster_id',
    filters: { min_cost_hourly: atLeast(`namespace.run_rate_${basis}_rank`) },
    order: { run_rate_rank: `namespace.run_rate_${basis}_rank`, id: 'namespace.id' },
    formerRanks: `namespaces.run_rate_${basis}_rank`,
    mergeBy: { clusters: { column: 'namespace.cluster_id', type: 'uuid' } },
    keysFirst: {
      key: { cluster_id: 'namespace.cluster_id', name: 'namespace.name' },
      when: 'always',
    },
    isSized: true,
    select: (namespaces, organizationId, clusters) =>
      describeNamespaces(namespaces, organizationId, clusters, basis),
    toResource: (row, { costMode, organization: { currency } }) =>
      toNamespace(row, { basis, costMode, currency }),
  });

export const namespaceLists = { legacy: namespacesOver('legacy'), all: namespacesOver('all') };
