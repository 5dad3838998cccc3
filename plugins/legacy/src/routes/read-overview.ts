import { type Kysely } from 'kysely';
import { currentMonth } from '../month.ts';
import { onlyRow } from '../queries/only-row.ts';
import {
  selectClusterTotals,
  selectMonthCosts,
  selectPendingSavings,
} from '../queries/select-overview.ts';
import { type OverviewFigures } from '../resources/overview.ts';
import { type Scope } from '../scope.ts';
import { type LegacyRows } from '../tables.ts';

const connectedWithinMs = 180_000;

/** Reads the figures that the overview and the dashboard share, over the clusters of the scope. */
export async function readOverview(
  db: Kysely<LegacyRows>,
  scope: Scope,
  now: Date,
): Promise<OverviewFigures> {
  const connectedSince = new Date(now.getTime() - connectedWithinMs).toISOString();
  const { firstDay, today } = currentMonth(now);
  const [totals, savings, month] = await Promise.all([
    onlyRow(db, selectClusterTotals(scope, connectedSince)),
    onlyRow(db, selectPendingSavings(scope)),
    onlyRow(db, selectMonthCosts(scope, firstDay, today)),
  ]);
  return { organizationId: scope.organizationId, totals, savings, month };
}
