import { useAnswer } from '../../api/answer.ts';
import { explore } from '../../api/questions.ts';
import { View } from '../../parts/view.tsx';
import { Changes } from './changes.tsx';
import { useComparison } from './comparison.ts';
import { Controls } from './controls.tsx';
import { CostPerDay } from './cost-per-day.tsx';
import { toQuestion, useExploration } from './exploration.ts';
import { FilterChips } from './filter-chips.tsx';
import { RowsPanel } from './rows-panel.tsx';
import { Summary } from './summary.tsx';

/** Cost of any range by any grouping, down to the container. */
export function Page() {
  const { by, isGrouped } = useExploration().explored;
  return (
    <View title="Explore" has={['range', 'mode', 'basis']}>
      <div className="stack">
        <Controls />
        <FilterChips />
        {/* A new key per grouping, so that rows of the previous one are not shown while it loads. */}
        <Panels key={`${by.join(' ')} ${isGrouped}`} />
      </div>
    </View>
  );
}

function Panels() {
  const { explored } = useExploration();
  const answer = useAnswer(explore(toQuestion(explored)));
  const comparison = useComparison(explored);
  return (
    <>
      <Summary explored={explored} answer={answer} />
      <CostPerDay explored={explored} answer={answer} />
      {explored.compare && <Changes explored={explored} comparison={comparison} />}
      <RowsPanel answer={answer} comparison={comparison} />
    </>
  );
}
