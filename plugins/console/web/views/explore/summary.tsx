import { type Answer } from '../../api/answer.ts';
import { type ExplorationAnswer } from './answers.ts';
import { countDays, daysBefore, formatDays, today } from '../../parts/days.ts';
import { Figure, Figures } from '../../parts/figures.tsx';
import { Change, Cost, Unknown } from '../../parts/money.tsx';
import { counted } from '../../parts/number.ts';
import { Panel } from '../../parts/panel.tsx';
import { useCoverage } from './coverage.ts';
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
  const gaps = useCoverage(explored)?.gaps;
  const hasWholeBefore = gaps && !gaps.some(({ period }) => period.from === before.from);
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
              {days.to >= today() && <small>Includes today until now.</small>}
            </Figure>
            <Figure label={`Previous period: ${formatDays(before)}`}>
              {summary.previousPeriodCost === undefined ? (
                <Unknown why="There is no data for that period." />
              ) : (
                <Cost of={summary.previousPeriodCost} />
              )}
              <small>
                {summary.previousPeriodCost !== undefined &&
                  hasWholeBefore !== undefined &&
                  (hasWholeBefore ? (
                    <Change from={summary.previousPeriodCost} to={summary.totalCost} />
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
          {gaps?.map(({ period, why }) => (
            <p key={period.from} className="notice">
              {why}
            </p>
          ))}
        </>
      )}
    </Panel>
  );
}
