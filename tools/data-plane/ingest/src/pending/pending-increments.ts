import { sql } from 'kysely';
import { type Interval } from '../accrue/interval.ts';
import { type LedgerRows } from '../write/ledger/ledger-rows.ts';
import { writeRows } from '../write/ledger/write-rows.ts';
import { inCluster, type Scope } from '../write/scope.ts';
import { packRows, unpackRows } from './pack-rows.ts';
import { RowSum } from './sum-rows.ts';

type ClusterScope = Pick<Scope, 'tx' | 'organizationId' | 'clusterId'>;

/** Stores the ledger increment of an interval until it is folded. */
export async function appendPending(
  scope: ClusterScope,
  { from, to }: Interval,
  rows: LedgerRows,
): Promise<void> {
  await sql`
    insert into pending_increments
      (organization_id, cluster_id, begins_at, ends_at, increment)
    values (${scope.organizationId}, ${scope.clusterId}, ${new Date(from).toISOString()},
      ${new Date(to).toISOString()}, ${packRows(rows)})`.execute(scope.tx);
}

/**
 * Adds the pending increments of a cluster to its hourly and daily rows at once, and returns the
 * number of reports. The transaction must hold the cluster's lock. Memory holds one report at a
 * time, and the sum.
 */
export async function foldPending(scope: ClusterScope): Promise<number> {
  const sum = new RowSum();
  let count = 0;
  let last: Date | undefined;
  for (;;) {
    const next = await readNext(scope, last);
    if (!next) break;
    sum.add(unpackRows(next.increment));
    last = next.ends_at;
    count += 1;
  }
  if (count === 0) return 0;
  await writeRows(scope, sum.rows);
  await sql`delete from pending_increments as pending where ${inCluster(scope, 'pending')}`.execute(
    scope.tx,
  );
  return count;
}

async function readNext(
  scope: ClusterScope,
  after: Date | undefined,
): Promise<{ ends_at: Date; increment: Buffer } | undefined> {
  const { rows } = await sql<{ ends_at: Date; increment: Buffer }>`
    select ends_at, increment from pending_increments as pending
    where ${inCluster(scope, 'pending')}
      and ends_at > ${after?.toISOString() ?? '-infinity'}::timestamptz
    order by ends_at limit 1`.execute(scope.tx);
  return rows[0];
}
