import { type Answer } from '../../api/answer.ts';
import { type ExplorationAnswer } from './answers.ts';
import { countDays, daysBefore, formatDays, today } from '../../parts/days.ts';
import { Figure, Figures } from '../../parts/figures.tsx';
import { Change, Cost, Unknown } from '../../parts/money.tsx';
import { counted } from '../../parts/number.ts';
import { Panel } from '../../parts/panel.tsx';
import { useGaps } from './coverage.ts';
import { type Explored } from './exploration.ts';
import { describeGroupings } from './groupings.ts';

/** The API's own totals over the rows of all pages. */
export function Summary({
  explored,
  answer,
}: {
  readonly explored: Explored;
  readonly answer: Answer<ExplorationAnswer>;
}) {
  const { by, days, searched, costing } = explored;
  const before = daysBefore(days);
  const gaps = useGaps(explored);
  const hasWholeBefore = !gaps.some(({ period }) => period.from === before.from);
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
            <Figure label={`The period before: ${formatDays(before)}`}>
              {summary.previousPeriodCost === undefined ? (
                <Unknown why="There is no history of that period." />
              ) : (
                <Cost of={summary.previousPeriodCost} />
              )}
              <small>
                {summary.previousPeriodCost !== undefined &&
                  (hasWholeBefore ? (
                    <Change from={summary.previousPeriodCost} to={summary.totalCost} />
                  ) : (
                    'not to be compared: it lacks days'
                  ))}
              </small>
            </Figure>
            <Figure label={`Not in any ${describeGroupings(by)}`}>
              <Cost of={summary.unallocatedCost} />
              {searched !== '' && <small>whatever is searched for</small>}
            </Figure>
          </Figures>
          {gaps.map(({ period, why }) => (
            <p key={period.from} className="notice">
              {why}
            </p>
          ))}
        </>
      )}
    </Panel>
  );
}
