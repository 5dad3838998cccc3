import {
  acceptsBasis,
  anyOf,
  clusterFilter,
  decimalParameter,
  listPage,
  optional,
  orderedPage,
  rankOfAtLeast,
  rejectsCostMode,
  routesOver,
  visibleClusters,
} from '@costplane/kernel';
import {
  count,
  knownMoney,
  moneySchema,
  named,
  textMap,
  timestamp,
  uuid,
} from '@costplane/kernel/schema';
import { Type } from 'typebox';

const clusterSchema = named(
  'OlderCluster',
  Type.Object({
    id: uuid('Its id.'),
    name: Type.String(),
    created_at: timestamp('When it was first seen.'),
    nodes: Type.Optional(count('Nodes.')),
    run_rate: Type.Optional(moneySchema),
    zones: textMap('Its zones.'),
  }),
);

/** A page of a list in its order, its total and its cursor. */
export const listClusterNames = routesOver()({
  operationId: 'listOlderClusters',
  method: 'get',
  path: '/older/clusters',
  tag: 'Older',
  summary: 'List clusters',
  description: 'Highest hourly run rate first.',
  scope: 'clusters:read',
  paged: true,
  query: {
    cluster_id: clusterFilter('INVALID_CLUSTER_ID'),
    at_least: optional(decimalParameter('The lowest run rate.')),
  },
  costMode: rejectsCostMode,
  basis: acceptsBasis,
  response: Type.Array(clusterSchema),

  async handler({ db, organization, allowedClusters, query, page }) {
    const clusters = visibleClusters(allowedClusters, query.cluster_id);
    let matching = db.selectFrom('clusters').where('organization_id', '=', organization.id);
    if (clusters !== null) matching = matching.where('id', '=', anyOf(clusters, 'uuid'));
    if (query.at_least !== undefined) {
      matching = matching.where('run_rate_legacy_rank', '<=', rankOfAtLeast(query.at_least));
    }
    const list = {
      query: matching.select([
        'id',
        'name',
        'created_at',
        'nodes',
        'availability_zones',
        'run_rate_legacy_hourly',
        'run_rate_legacy_rank',
      ]),
      order: { run_rate_legacy_rank: 'run_rate_legacy_rank', id: 'id' },
    };
    return listPage(page, {
      clusters,
      rows: () => orderedPage(db, list, page).selectAll('page').execute(),
      total: () => matching.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow(),
      key: (row) => [row.run_rate_legacy_rank, row.id],
      shape: (row) => ({
        id: row.id,
        name: row.name,
        created_at: row.created_at,
        nodes: row.nodes ?? undefined,
        run_rate: knownMoney(row.run_rate_legacy_hourly, organization.currency),
        zones: Object.fromEntries(row.availability_zones.map((zone) => [zone, 'yes'])),
      }),
    });
  },
});
