import { type Answer } from '../../api/answer.ts';
import { type Node } from '../../api/nodes.ts';
import { CostComponents } from '../../parts/cost-components.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Change, Cost } from '../../parts/money.tsx';
import { Panel } from '../../parts/panel.tsx';
import { sourceLabels } from '../../parts/pricing-source.ts';

/** The price of the node, its source, and the on-demand price. */
export function NodePrice({ answer }: { readonly answer: Answer<Node> }) {
  const currency = answer.data?.cost.current_run_rate_hourly?.currency ?? '';
  return (
    <Panel title="Price" unit={`${currency} per hour, now`} height={260} answer={answer}>
      {({ cost }) => (
        <>
          <Facts
            of={{
              Price: <Cost of={cost.current_run_rate_hourly} />,
              'Price source': sourceLabels[cost.pricing_source],
              'On-demand price': <Cost of={cost.on_demand_equivalent_hourly} />,
              'Compared with on-demand': (
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
