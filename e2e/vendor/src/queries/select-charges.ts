import { anyOf, clusterName, pageInClusters } from '@costplane/plugin-api/listing';
import { type PageRequest } from '@costplane/plugin-api';
import { type Kysely, sql } from 'kysely';
import { type ChargebackRows } from '../tables.ts';

/** Which namespaces are charged, and how much more than they cost. */
export interface ChargeScope {
  readonly organizationId: string;
  /** `null`: every cluster of the organization. */
  readonly clusters: readonly string[] | null;
  readonly marginPercent: number;
}

const namespacesIn = (
  db: Kysely<ChargebackRows>,
  { organizationId, clusters }: Pick<ChargeScope, 'organizationId' | 'clusters'>,
) => {
  const all = db
    .selectFrom('namespaces')
    .where('organization_id', '=', organizationId)
    .where('gone_at', 'is', null);
  return clusters ? all.where('cluster_id', '=', anyOf(clusters, 'uuid')) : all;
};

/** One page of charges, the highest first, ties by id; one row more than the page. */
export function selectCharges(db: Kysely<ChargebackRows>, scope: ChargeScope, page: PageRequest) {
  const keys = pageInClusters(
    db,
    scope.clusters,
    'cluster_id',
    (clusters) => ({
      query: namespacesIn(db, { ...scope, clusters }).select([
        'cluster_id',
        'name',
        'run_rate_all_rank as rank',
        'id',
      ]),
      order: { rank: 'run_rate_all_rank', id: 'id' },
    }),
    page,
  );
  return db
    .selectFrom('namespaces as namespace')
    .innerJoin(keys.as('page'), (join) =>
      join
        .onRef('page.cluster_id', '=', 'namespace.cluster_id')
        .onRef('page.name', '=', 'namespace.name'),
    )
    .where('namespace.organization_id', '=', scope.organizationId)
    .select([
      'namespace.id',
      'namespace.name',
      'namespace.cluster_id',
      'page.rank',
      'namespace.run_rate_all_hourly as cost_hourly',
      clusterName('namespace'),
      sql<string | null>`namespace.run_rate_all_hourly
        * (100 + ${scope.marginPercent}::numeric) / 100`.as('charge_hourly'),
    ])
    .orderBy('page.rank')
    .orderBy('page.id');
}

/** How many namespaces are charged, whatever the page. */
export const countCharges = (db: Kysely<ChargebackRows>, scope: ChargeScope) =>
  namespacesIn(db, scope).select(({ fn }) => fn.countAll<number>().as('total'));

/** A row of a page. */
export type ChargeRow = Awaited<
  ReturnType<ReturnType<typeof selectCharges>['executeTakeFirstOrThrow']>
>;
