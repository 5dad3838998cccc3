import { type Warehouse } from '@costplane/warehouse';
import { sql, type Transaction } from 'kysely';
import { ArchiveError } from './archive-error.ts';
import { type ArchiveStore } from './archive-store.ts';
import { type ArchivedTable } from './month-manifest.ts';
import { type FileRow } from './parquet-file.ts';
import {
  archivedRows,
  columnList,
  type IsOfKnownCluster,
  readArchivedRows,
  type RestoredTable,
  toJson,
} from './archived-rows.ts';

/** New ids of descriptions that were pruned and created again, by organization and old id. */
export type DescriptionIds = Map<string, string>;

const descriptionKey = (organizationId: unknown, id: unknown) =>
  `${String(organizationId)}/${String(id)}`;

/** Restores descriptions that were pruned. */
export async function restoreDescriptions(
  tx: Transaction<Warehouse>,
  store: ArchiveStore,
  archived: ArchivedTable,
  isOfKnownCluster: IsOfKnownCluster,
  ids: DescriptionIds,
): Promise<RestoredTable> {
  const { table, columns } = archived;
  let added = 0;
  for await (const all of readArchivedRows(tx, store, archived)) {
    const rows = all.filter(isOfKnownCluster);
    const json = toJson(columns, rows);
    const { numAffectedRows = 0n } = await sql`
      insert into costplane.owner_descriptions (${columnList(columns)}) overriding system value
      select ${columnList(columns)} from ${archivedRows(table, json)}
      on conflict do nothing`.execute(tx);
    added += Number(numAffectedRows);
    await findMovedIds(tx, archived, { rows, json }, ids);
  }
  return { table, rows: added, leftOut: 0 };
}

async function findMovedIds(
  tx: Transaction<Warehouse>,
  { table }: ArchivedTable,
  { rows, json }: { rows: readonly FileRow[]; json: string },
  ids: DescriptionIds,
): Promise<void> {
  const stored = await sql<{ organization_id: string; was: string; is: string }>`
    with archived as materialized (
      select organization_id, cluster_id, owner_uid, digest, id from ${archivedRows(table, json)}
    )
    select archived.organization_id, archived.id::text as was, known.id::text as is
    from archived join costplane.owner_descriptions as known
      on known.organization_id = archived.organization_id and known.cluster_id = archived.cluster_id
        and known.owner_uid = archived.owner_uid and known.digest = archived.digest`.execute(tx);
  const now = new Map(
    stored.rows.map(({ organization_id, was, is }) => [descriptionKey(organization_id, was), is]),
  );
  for (const { organization_id, id } of rows) {
    const key = descriptionKey(organization_id, id);
    const is = now.get(key);
    if (is === undefined) {
      throw new ArchiveError(
        `Description ${String(id)} is of another owner here; nothing was restored`,
      );
    }
    if (is !== String(id)) ids.set(key, is);
  }
}

/** Replaces ids of descriptions in rows by the current ones. */
export function withStoredIds(rows: readonly FileRow[], ids: DescriptionIds): FileRow[] {
  const now = (row: FileRow, id: unknown) =>
    ids.get(descriptionKey(row.organization_id, id)) ?? String(id);
  return rows.map((row) => ({
    ...row,
    ...('description_id' in row ? { description_id: now(row, row.description_id) } : {}),
    ...('description_ids' in row
      ? {
          description_ids: `[${(row.description_ids as string)
            .replace(/[[\]\s]/g, '')
            .split(',')
            .map((id) => (id === '' ? '' : now(row, id)))
            .join(',')}]`,
        }
      : {}),
  }));
}
