import { type Answer } from '../../api/answer.ts';
import { type ExplorationAnswer } from './answers.ts';
import { countDays, daysBefore, describeArchive, formatDays, today } from '../../parts/days.ts';
import { Figure, Figures } from '../../parts/figures.tsx';
import { Change, Cost, Unknown } from '../../parts/money.tsx';
import { counted } from '../../parts/number.ts';
import { Panel } from '../../parts/panel.tsx';
import { type Coverage, useCoverage } from './coverage.ts';
import { type Explored } from './exploration.ts';
import { describeGroupings } from './groupings.ts';

/** The totals of the API over all pages. */
export function Summary({
  explored,
  answer,
}: {
  readonly explored: Explored;
  readonly answer: Answer<ExplorationAnswer>;
}) {
  const { by, days, searched, costing } = explored;
  const before = daysBefore(days);
  const coverage = useCoverage(explored);
  const gaps = coverage.data?.gaps;
  const hasWholeBefore = gaps && !gaps.some(({ period }) => period.from === before.from);
  const isCurrent = days.to >= today();
  const currency = answer.data?.data.summary.currency ?? '';
  return (
    <Panel
      title="Total"
      unit={`${currency}, ${formatDays(days)} (UTC)`}
      height={76}
      answer={answer}
    >
      {({ data: { summary } }) => (
        <>
          <Figures>
            <Figure
              label={`${counted(summary.rowCount, 'row')} in ${counted(summary.clusterCount, 'cluster')}`}
            >
              <Cost of={summary.totalCost} />
              {costing.cost_mode === 'fully_loaded' && (
                <small>
                  of which idle: <Cost of={summary.idleCost} />
                </small>
              )}
            </Figure>
            <Figure label={`Per day, over ${counted(countDays(days), 'day')}`}>
              <Cost of={summary.averageDailyCost} />
              {isCurrent && <small>Includes today until now.</small>}
            </Figure>
            <Figure label={`Previous period: ${formatDays(before)}`}>
              {summary.previousPeriodCost === undefined ? (
                <Unknown why="There is no data for that period, or months are archived." />
              ) : (
                <Cost of={summary.previousPeriodCost} />
              )}
              <small>
                {summary.previousPeriodCost !== undefined &&
                  hasWholeBefore !== undefined &&
                  (hasWholeBefore ? (
                    <>
                      <Change from={summary.previousPeriodCost} to={summary.totalCost} />
                      {isCurrent && '; today is not over'}
                    </>
                  ) : (
                    'not comparable: days are missing'
                  ))}
              </small>
            </Figure>
            <Figure label={`Not in any ${describeGroupings(by)}`}>
              <Cost of={summary.unallocatedCost} />
              {searched !== '' && <small>regardless of the search</small>}
            </Figure>
          </Figures>
          {listNotices(coverage, summary.archivedMonths).map((notice) => (
            <p key={notice} className="notice">
              {notice}
            </p>
          ))}
        </>
      )}
    </Panel>
  );
}

/** What the amounts exclude, as far as it is known. */
function listNotices({ data, error }: Answer<Coverage>, archived: readonly string[] = []) {
  if (data) return [...new Set(data.gaps.map(({ why }) => why))];
  return [
    ...(archived.length > 0 ? [`${describeArchive(archived)}.`] : []),
    ...(error
      ? ['It is unknown whether days are missing: the cost per day could not be loaded.']
      : []),
  ];
}
