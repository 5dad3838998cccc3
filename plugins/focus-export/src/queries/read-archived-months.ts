import { selectArchivedMonths } from '@costplane/plugin-api/listing';
import { type Kysely } from 'kysely';
import { type Window } from '../export-request.ts';
import { type ExportRows } from '../tables.ts';

const dayMs = 86_400_000;

/** The archived months of a window, which are missing in a file. */
export async function readArchivedMonths(
  db: Kysely<ExportRows>,
  organizationId: string,
  { from, to }: Window,
): Promise<string[]> {
  const last = new Date(Date.parse(to) - dayMs).toISOString().slice(0, 10);
  const { rows } = await selectArchivedMonths(organizationId, { first: from, last }).execute(db);
  return rows.map(({ month }) => month);
}
