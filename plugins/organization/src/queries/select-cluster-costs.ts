import { anyOf } from '@costplane/plugin-api/listing';
import { type Basis, billCostColumns, type CostMode } from '@costplane/plugin-api/schema';
import { type Kysely, sql } from 'kysely';
import { type OrganizationRows } from '../tables.ts';
import { type TotalsScope } from './select-cluster-totals.ts';

/** UTC days, `YYYY-MM-DD`, both inclusive. */
export interface Days {
  readonly first: string;
  readonly last: string;
}

export interface CostChoice {
  readonly basis: Basis;
  readonly costMode: CostMode;
}

/**
 * Cost of each cluster over some days, in currency, and a row without a cluster for the total,
 * which exists even without history. Null if no price is known.
 */
export function selectClusterCosts(
  db: Kysely<OrganizationRows>,
  { organizationId, allowedClusters }: TotalsScope,
  { first, last }: Days,
  { basis, costMode }: CostChoice,
) {
  const days = db
    .selectFrom('cluster_days')
    .select(['cluster_id', sumColumns(billCostColumns(basis, costMode))])
    .where('organization_id', '=', organizationId)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .groupBy('cluster_id');
  const visible = allowedClusters
    ? days.where('cluster_id', '=', anyOf(allowedClusters, 'uuid'))
    : days;
  return db
    .with(
      (name) => name('bill').materialized(),
      () => visible,
    )
    .selectFrom('bill')
    .select([
      sql<string | null>`cluster_id`.as('cluster_id'),
      sql<string | null>`cost_seconds / 3600`.as('cost'),
    ])
    .unionAll((bills) =>
      bills
        .selectFrom('bill')
        .select([
          sql<string | null>`null::uuid`.as('cluster_id'),
          sql<string | null>`case when count(*) = 0 then 0 else sum(cost_seconds) / 3600 end`.as(
            'cost',
          ),
        ]),
    );
}

export type ClusterCostRow = Awaited<
  ReturnType<ReturnType<typeof selectClusterCosts>['executeTakeFirstOrThrow']>
>;

/** With history but without any price, the cost is unknown. */
function sumColumns(columns: readonly string[]) {
  const known = sql`coalesce(${sql.join(columns.map((column) => sql.ref(column)))})`;
  const sums = columns.map((column) => sql`coalesce(sum(${sql.ref(column)}), 0)`);
  return sql<string | null>`case
    when count(${known}) > 0 then ${sql.join(sums, sql` + `)}
  end`.as('cost_seconds');
}
