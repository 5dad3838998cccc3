import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { type Answer, useAnswers } from '../../api/answer.ts';
import { DayBars } from '../../parts/day-bars.tsx';
import { listDays } from '../../parts/days.ts';
import { Panel } from '../../parts/panel.tsx';
import { type ExplorationAnswer } from './answers.ts';
import { useCoverage } from './coverage.ts';
import { type Charted, toSeries } from './daily-series.ts';
import { askDaily, isCharted, listParts } from './daily.ts';
import { type Explored } from './exploration.ts';

interface CostPerDayProps {
  readonly explored: Explored;
  readonly answer: Answer<ExplorationAnswer>;
}

/** The cost per day of the rows below: the first of them are series. */
export function CostPerDay({ explored, answer }: CostPerDayProps) {
  const daily = useDaily(explored, answer);
  const navigate = useNavigate();
  if (!daily) return null;
  const { currency = '', archivedMonths } = daily.data?.body.data.summary ?? {};
  return (
    <Panel
      title="Cost per day"
      unit={`${currency} per day${explored.searched === '' ? '' : ', of the first rows'}`}
      height={320}
      answer={daily}
      empty={({ series }) =>
        series.length === 0 &&
        'These rows cannot be drawn: there are too many, or no filter can select them.'
      }
    >
      {(charted) => (
        <DayBars
          caption="Cost per day"
          currency={currency}
          days={listDays(charted.explored.days)}
          series={charted.series}
          archived={archivedMonths}
          onPick={(day) =>
            void navigate({
              to: '.',
              search: (now: Record<string, unknown>) => ({
                ...now,
                range: undefined,
                from: day,
                to: day,
                page: undefined,
              }),
            })
          }
        />
      )}
    </Panel>
  );
}

/** The series of the current rows, or of the previous ones while these load; undefined without a chart. */
function useDaily(explored: Explored, answer: Answer<ExplorationAnswer>) {
  const coverage = useCoverage(explored).data;
  const current = useRef<Charted>(undefined);
  if (answer.data && !answer.isEarlier) {
    const parts = listParts(explored, answer.data.data.rows);
    current.current = { explored, body: answer.data, parts };
  }
  const charted =
    current.current && isCharted(current.current.explored) ? current.current : undefined;
  const daily = useAnswers(charted ? askDaily(charted.explored, [...charted.parts.values()]) : []);
  const drawn = useRef<Charted & { readonly series: ReturnType<typeof toSeries> }>(undefined);
  if (charted && daily.data && !daily.isEarlier)
    drawn.current = { ...charted, series: toSeries(charted, daily.data, coverage) };
  const isEmpty = charted ? charted.body.data.rows.length === 0 : !answer.isLoading;
  if (!isCharted(explored) || isEmpty) return undefined;
  return {
    ...daily,
    data: drawn.current,
    isEarlier: daily.isEarlier || answer.isEarlier,
    isLoading: daily.isLoading || answer.isLoading,
  };
}
