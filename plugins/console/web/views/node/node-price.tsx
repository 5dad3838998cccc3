import { type Answer } from '../../api/answer.ts';
import { type Node } from '../../api/nodes.ts';
import { CostComponents } from '../../parts/cost-components.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Change, Cost } from '../../parts/money.tsx';
import { Panel } from '../../parts/panel.tsx';
import { sourceLabels } from '../../parts/pricing-source.ts';

/** What the node costs, where its price comes from, and what it would cost on demand. */
export function NodePrice({ answer }: { readonly answer: Answer<Node> }) {
  const currency = answer.data?.cost.current_run_rate_hourly?.currency ?? '';
  return (
    <Panel title="Price" unit={`${currency} per hour, now`} height={260} answer={answer}>
      {({ cost }) => (
        <>
          <Facts
            of={{
              Price: <Cost of={cost.current_run_rate_hourly} />,
              'Source of the price': sourceLabels[cost.pricing_source],
              'On demand': <Cost of={cost.on_demand_equivalent_hourly} />,
              'Against on demand': (
                <Change from={cost.on_demand_equivalent_hourly} to={cost.current_run_rate_hourly} />
              ),
            }}
          />
          <CostComponents of={cost} />
        </>
      )}
    </Panel>
  );
}
