import { sql } from 'kysely';
import { type Family, keyBy, type MetricsScope } from '../../exposition/family.ts';
import { clusterSource } from '../cluster-families.ts';
import { inScope, joinCluster } from '../in-scope.ts';

/** By which dashboards made for OpenCost find the clusters. */
export const clusterInfo = (scope: MetricsScope): Family[] => [
  {
    name: 'opencost_build_info',
    help: 'A cluster that has costs by the names of OpenCost',
    source: clusterSource(scope),
    value: sql`1`,
  },
  {
    name: 'kubecost_cluster_management_cost',
    help: 'Fee of the control plane of a cluster per hour',
    source: clusterSource(scope),
    value: sql`cluster.management_hourly`,
  },
];

/** By which they find the namespaces. */
export const namespaceInfo = (scope: MetricsScope): Family[] => [
  {
    name: 'kube_namespace_labels',
    help: 'A namespace',
    source: {
      rows: sql`namespaces as namespace
        ${joinCluster(scope, 'namespace')}
        where ${inScope(scope, 'namespace')} and namespace.gone_at is null`,
      key: keyBy(sql`namespace.cluster_id`, sql`namespace.name`),
      labels: { cluster: sql`cluster.name`, namespace: sql`namespace.name` },
    },
    value: sql`1`,
  },
];
