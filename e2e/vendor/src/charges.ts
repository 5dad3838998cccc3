import { anyOf, clusterName, pageInClusters, type PageRequest } from '@costplane/kernel';
import { moneySchema, named, referenceSchema, toMoney } from '@costplane/kernel/schema';
import { type Kysely, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { type ChargebackRows } from './tables.ts';

export const chargeSchema = named(
  'AcmeCharge',
  Type.Object({
    namespace: Type.String(),
    cluster: referenceSchema,
    cost_hourly: Type.Optional(moneySchema),
    charge_hourly: Type.Optional(moneySchema),
  }),
  'What a namespace costs per hour, and what it is charged. Both are absent where it is not known.',
);

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

export const countCharges = (db: Kysely<ChargebackRows>, scope: ChargeScope) =>
  namespacesIn(db, scope).select(({ fn }) => fn.countAll<number>().as('total'));

type ChargeRow = Awaited<ReturnType<ReturnType<typeof selectCharges>['executeTakeFirstOrThrow']>>;

export const toCharge = (row: ChargeRow, currency: string): Static<typeof chargeSchema> => ({
  namespace: row.name,
  cluster: { id: row.cluster_id, name: row.cluster_name },
  ...(row.cost_hourly === null ? {} : { cost_hourly: toMoney(row.cost_hourly, currency) }),
  ...(row.charge_hourly === null ? {} : { charge_hourly: toMoney(row.charge_hourly, currency) }),
});
