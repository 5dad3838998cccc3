import { type Answer } from '../../api/answer.ts';
import { describeArchive, formatDays } from '../../parts/days.ts';
import { Cost, toLength } from '../../parts/money.tsx';
import { NumberedPages } from '../../parts/pages.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Table } from '../../parts/table.tsx';
import { useKept } from '../../parts/view.tsx';
import { type ExplorationAnswer } from './answers.ts';
import { listColumns, listComponents } from './columns.tsx';
import { type Compared } from './comparison.ts';
import { CostBarLegend } from './cost-bar.tsx';
import { CsvButtons } from './csv-buttons.tsx';
import { comparisons, useExploration } from './exploration.ts';
import { describeGroupings, rowKey } from './groupings.ts';
import { SortChoice } from './sort-choice.tsx';

/** The rows of one page in the order of the API, with its totals over all pages. */
export function RowsPanel({
  answer,
  comparison,
}: {
  readonly answer: Answer<ExplorationAnswer>;
  readonly comparison: Answer<Compared | undefined>;
}) {
  const { explored, explore } = useExploration();
  const kept = useKept();
  const { by, days, compare, shows } = explored;
  const isComparable = !answer.isEarlier && comparison.data?.archived.length === 0;
  const compared = isComparable ? comparison.data : undefined;
  const currency = answer.data?.data.summary.currency ?? '';
  const than = compare ? `, change from ${comparisons[compare]}` : '';
  return (
    <Panel
      title={`Cost by ${describeGroupings(by)}`}
      unit={`${currency}, ${formatDays(days)} (UTC)${than}`}
      height={420}
      answer={{ ...answer, questions: [...answer.questions, ...comparison.questions] }}
      controls={
        <>
          <SortChoice />
          {answer.data && !answer.isEarlier && (
            <CsvButtons explored={explored} answer={answer.data} compared={compared} />
          )}
        </>
      }
      empty={({ data: { rows, summary, pagination } }) =>
        rows.length === 0 && (
          <NoRows pages={pagination.total_pages} archived={summary.archivedMonths ?? []} />
        )
      }
    >
      {({ data: { rows, summary, pagination } }) => {
        const longest = Math.max(...rows.map(({ totalCost }) => toLength(totalCost)));
        return (
          <>
            {shows !== 'usage' && (
              <CostBarLegend shown={listComponents(explored).map(({ name }) => name)} />
            )}
            <Table
              caption={`Rows by ${describeGroupings(by)}`}
              rows={rows}
              rowKey={(row) => rowKey(by, row)}
              columns={listColumns(explored, rows, longest, compared, kept)}
              sorting={{
                by: explored.sortBy,
                order: explored.sortOrder,
                onSort: (sort, order) => explore({ sort, order }),
              }}
              hasTotalsFirst
              totals={{
                [by[0] ?? '']: 'All rows',
                totalCost: <Cost of={summary.totalCost} />,
                ...(summary.idleCost !== undefined && { idleCost: <Cost of={summary.idleCost} /> }),
              }}
            />
            <NumberedPages of={pagination} />
          </>
        );
      }}
    </Panel>
  );
}

function NoRows({
  pages,
  archived,
}: {
  readonly pages: number;
  readonly archived: readonly string[];
}) {
  const { explored, explore } = useExploration();
  if (pages > 0) {
    return (
      <>
        There are only {pages} pages of results.{' '}
        <button type="button" onClick={() => explore({})}>
          First page
        </button>
      </>
    );
  }
  if (explored.filters.length === 0 && explored.searched === '') {
    return archived.length > 0
      ? `There is no other cost in this range: ${describeArchive(archived)}.`
      : 'There is no cost in this range.';
  }
  return (
    <>
      No rows match.{' '}
      <button type="button" onClick={() => explore({ filters: undefined, q: undefined })}>
        Remove all filters
      </button>
    </>
  );
}
