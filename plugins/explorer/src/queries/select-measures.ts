import { type RawBuilder, sql } from 'kysely';
import { type Question } from '../question/question.ts';
import { type ExplorerScope, scopeTables } from './explorer-scope.ts';
import { shownMeasures } from './measures.ts';
import { type Reading } from './reading.ts';
import { type CostRow, type Page } from './select-page.ts';
import { selectFacts, sourceOfRows } from './source.ts';
import { listNames, addColumns, buildSums } from './sums.ts';
import { joinUnits, selectUnits } from './units.ts';

/** All measures of the rows of a page, in the order of the page. */
export function selectMeasures(
  question: Question,
  scope: ExplorerScope,
  reading: Reading,
  { units, total }: Pick<Page, 'units' | 'total'>,
): RawBuilder<CostRow> {
  const source = sourceOfRows(question);
  const sums = buildSums(source, question);
  const produced = listNames(sums);
  const columns = {
    keys: ['position'],
    amounts: Object.values(sums).flat(),
    joined: joinUnits(question),
  };
  return sql<CostRow>`
    with ${scopeTables(scope)} page_units as not materialized (${selectUnits(question, units)})
    select ${shownMeasures(produced, sql`${total}::numeric`)}
    from (
      select fact.position,
        ${sql.join(produced.map((name) => sql`${addColumns(sums[name])} as ${sql.ref(name)}`))}
      ${selectFacts(source, question, scope, reading, columns)}
      group by fact.position
    ) as cost
    order by position`;
}
