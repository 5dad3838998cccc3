import { sql } from 'kysely';
import { inScope, type MetricsScope } from './scope.ts';

/** What some columns of the ledger sum up to, in the currency; null where no price was known. */
export function sumCosts(columns: readonly string[]) {
  const known = sql`coalesce(${sql.join(columns.map((column) => sql.ref(column)))})`;
  const sums = columns.map((column) => sql`coalesce(sum(${sql.ref(column)}), 0)`);
  return sql`case when count(${known}) > 0 then (${sql.join(sums, sql` + `)}) / 3600 end`;
}

/** The days of the month so far, of a table of the ledger under its alias. */
export const inMonth = (scope: MetricsScope, alias: string) => sql`
  ${inScope(scope, alias)}
    and ${sql.ref(`${alias}.day`)} between ${scope.month.firstDay}::date and ${scope.month.today}::date`;
