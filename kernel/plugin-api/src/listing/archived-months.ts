import { sql, type RawBuilder } from 'kysely';

/**
 * The months, such as `2024-12`, of which the history of an organization is archived and between two
 * days (`YYYY-MM-DD`, both included): what an answer must say, since their rows are not there. A plugin
 * that uses this declares `organization_id` and `month` of `archived_months`.
 */
export const selectArchivedMonths = (
  organizationId: string,
  { first, last }: { readonly first: string; readonly last: string },
): RawBuilder<{ month: string }> => sql<{ month: string }>`
  select to_char(month, 'YYYY-MM') as month from archived_months
  where organization_id = ${organizationId}
    and month between date_trunc('month', ${first}::date)::date and ${last}::date
  order by month`;
