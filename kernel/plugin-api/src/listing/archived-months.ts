import { sql, type RawBuilder } from 'kysely';

/**
 * The archived months of an organization, such as `2024-12`, between two days (`YYYY-MM-DD`, both
 * inclusive). Responses must name them, since their history is not in the ledger. A plugin that uses this
 * declares `organization_id` and `month` of `archived_months`.
 */
export const selectArchivedMonths = (
  organizationId: string,
  { first, last }: { readonly first: string; readonly last: string },
): RawBuilder<{ month: string }> => sql<{ month: string }>`
  select to_char(month, 'YYYY-MM') as month from archived_months
  where organization_id = ${organizationId}
    and month between date_trunc('month', ${first}::date)::date and ${last}::date
  order by month`;

/**
 * Condition: a timestamp in UTC is in none of these months. Rows of an archived month may remain until all
 * of its tables are dropped; figures exclude them.
 */
export const isOutsideMonths = (
  at: RawBuilder<unknown>,
  months: readonly string[],
): RawBuilder<boolean> =>
  months.length === 0 ? sql`true` : sql`to_char(${at}, 'YYYY-MM') <> all(${months}::text[])`;
