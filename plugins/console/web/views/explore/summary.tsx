import { type Answer } from '../../api/answer.ts';
import { type ExplorationAnswer } from './answers.ts';
import { countDays, daysBefore, formatDays, today } from '../../parts/days.ts';
import { Figure, Figures } from '../../parts/figures.tsx';
import { Change, Cost, Unknown } from '../../parts/money.tsx';
import { counted } from '../../parts/number.ts';
import { Panel } from '../../parts/panel.tsx';
import { Coverage } from './coverage.tsx';
import { type Explored } from './exploration.ts';
import { findGrouping } from './groupings.ts';

/** The API's own totals over the rows of all pages. */
export function Summary({
  explored,
  answer,
}: {
  readonly explored: Explored;
  readonly answer: Answer<ExplorationAnswer>;
}) {
  const { by, days, searched, costing } = explored;
  const currency = answer.data?.data.summary.currency ?? '';
  return (
    <Panel
      title="In all"
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
                  of it idle: <Cost of={summary.idleCost} />
                </small>
              )}
            </Figure>
            <Figure label={`Per day, over ${counted(countDays(days), 'day')}`}>
              <Cost of={summary.averageDailyCost} />
              {days.to >= today() && <small>Today is not over: its cost is up to now.</small>}
            </Figure>
            <Figure label={`The period before: ${formatDays(daysBefore(days))}`}>
              {summary.previousPeriodCost === undefined ? (
                <Unknown why="There is no history of that period." />
              ) : (
                <Cost of={summary.previousPeriodCost} />
              )}
              <small>
                {summary.previousPeriodCost !== undefined && (
                  <Change from={summary.previousPeriodCost} to={summary.totalCost} />
                )}
              </small>
            </Figure>
            <Figure label={`Not in any ${findGrouping(by).noun}`}>
              <Cost of={summary.unallocatedCost} />
              {searched !== '' && <small>whatever is searched for</small>}
            </Figure>
          </Figures>
          <Coverage explored={explored} />
        </>
      )}
    </Panel>
  );
}
