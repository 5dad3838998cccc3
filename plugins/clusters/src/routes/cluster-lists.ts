import { defineList } from '@costplane/plugin-api/listing';
import { type Basis } from '@costplane/plugin-api/schema';
import { describeClusters, selectClusters } from '../queries/select-clusters.ts';
import { toCluster } from '../resources/to-cluster.ts';

/** Clusters, highest run rate over the basis first, ties by id; those without a report come last. */
const clustersOver = (basis: Basis) =>
  defineList({
    from: selectClusters,
    clusters: 'clusters.id',
    filters: {
      provider: 'clusters.provider',
      region: 'clusters.region',
      environment: 'clusters.environment',
      status: 'clusters.status',
    },
    order: { run_rate_rank: `clusters.run_rate_${basis}_rank`, id: 'clusters.id' },
    formerRanks: `clusters.run_rate_${basis}_rank`,
    select: (clusters) => describeClusters(clusters, basis),
    toResource: (row, { organization: { currency }, clock }) =>
      toCluster(row, { basis, currency, clock }),
  });

export const clusterLists = { legacy: clustersOver('legacy'), all: clustersOver('all') };
