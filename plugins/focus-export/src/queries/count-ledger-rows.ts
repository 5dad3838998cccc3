import { anyOf, isOutsideMonths } from '@costplane/plugin-api/listing';
import { type Kysely, sql } from 'kysely';
import { type ExportRequest } from '../export-request.ts';
import { type ExportRows } from '../tables.ts';

/** Number of ledger rows that a file is made from, of owners and of clusters. */
export function countLedgerRows(db: Kysely<ExportRows>, request: ExportRequest) {
  const owners = request.grain === 'workload' ? 'workload_days' : 'namespace_days';
  return db.selectNoFrom(
    sql<string>`(${countRows(db, owners, request)} + ${countRows(db, 'cluster_days', request)})::text`.as(
      'rows',
    ),
  );
}

function countRows(
  db: Kysely<ExportRows>,
  table: 'workload_days' | 'namespace_days' | 'cluster_days',
  { organization, clusters, from, to, archivedMonths }: ExportRequest,
) {
  const rows = db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll().as('rows'))
    .where('organization_id', '=', organization.id)
    .where('day', '>=', from)
    .where('day', '<', to)
    .where(isOutsideMonths(sql`day::timestamp`, archivedMonths));
  return clusters === null ? rows : rows.where('cluster_id', '=', anyOf(clusters, 'uuid'));
}
