import { type Answer } from '../api/answer.ts';
import { CostComponents, type RunRate } from './cost-components.tsx';
import { Panel } from './panel.tsx';

/** The current run rate of a resource, by component. */
export function RunRatePanel({ answer }: { readonly answer: Answer<RunRate | null> }) {
  const currency = answer.data?.current_run_rate_hourly?.currency ?? '';
  return (
    <Panel
      title="Run rate by component"
      unit={`${currency} per hour, now`}
      height={180}
      answer={answer}
      empty={(cost) => cost === null && 'Nothing has been reported yet.'}
    >
      {(cost) => cost && <CostComponents of={cost} />}
    </Panel>
  );
}
