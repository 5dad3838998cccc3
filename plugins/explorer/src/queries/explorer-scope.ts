import { anyOf } from '@costplane/plugin-api/listing';
import { type RawBuilder, sql } from 'kysely';
import { type Window } from '../question/window.ts';

/** What a request may see. */
export interface ExplorerScope {
  readonly organizationId: string;
  /** `null`: every cluster of the organization. */
  readonly clusters: readonly string[] | null;
}

/** The days of a ledger table that a request may see, within a window. */
export const inWindow = (
  { organizationId, clusters }: ExplorerScope,
  { start, end }: Window,
  table: string,
): RawBuilder<boolean> => sql<boolean>`
  ${sql.ref(`${table}.organization_id`)} = ${organizationId}
  and ${sql.ref(`${table}.cluster_id`)} = ${
    clusters
      ? anyOf(clusters, 'uuid')
      : // By their ids, since rows are found by organization, cluster and day.
        sql`any(array(select id from clusters where organization_id = ${organizationId}))`
  }
  and ${sql.ref(`${table}.day`)} between ${start}::date and ${end}::date`;
