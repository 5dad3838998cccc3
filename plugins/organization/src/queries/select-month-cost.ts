import { addCosts, anyOf } from '@costplane/plugin-api/listing';
import { type Basis, billCostColumns, type CostMode } from '@costplane/plugin-api/schema';
import { type Kysely, sql } from 'kysely';
import { type OrganizationRows } from '../tables.ts';
import { type TotalsScope } from './select-cluster-totals.ts';

/** Which costs are summed, and over which UTC days: `YYYY-MM-DD`, both inclusive. */
export interface MonthScope {
  readonly basis: Basis;
  readonly costMode: CostMode;
  readonly first: string;
  readonly last: string;
}

/** Cost of clusters over some days, in currency: 0 without history, null if no price is known. */
export function selectMonthCost(
  db: Kysely<OrganizationRows>,
  { organizationId, allowedClusters }: TotalsScope,
  { basis, costMode, first, last }: MonthScope,
) {
  const query = db
    .selectFrom('cluster_days')
    .select(sumCosts(billCostColumns(basis, costMode)).as('cost'))
    .where('organization_id', '=', organizationId)
    .where('day', '>=', first)
    .where('day', '<=', last);
  return allowedClusters ? query.where('cluster_id', '=', anyOf(allowedClusters, 'uuid')) : query;
}

const sumCosts = (columns: readonly string[]) => sql<string | null>`
  case when count(*) = 0 then 0
    else ${addCosts(columns, (column) => sql`sum(${sql.ref(column)})`)} / 3600
  end`;
