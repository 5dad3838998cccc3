import { mapAnswer, useAnswer } from '../../api/answer.ts';
import { organizationDashboard } from '../../api/questions.ts';
import { Facts } from '../../parts/facts.tsx';
import { Cost } from '../../parts/money.tsx';
import { formatCount } from '../../parts/number.ts';
import { Panel } from '../../parts/panel.tsx';
import { useView } from '../../parts/view.tsx';

/** The totals of the API over all pending recommendations, not sums of a page. */
export function Savings() {
  const { costing } = useView();
  const answer = useAnswer(organizationDashboard(costing));
  return (
    <Panel
      title="All pending recommendations"
      unit={`${answer.data?.data.savings.current_hourly_potential.currency ?? ''} per hour, now, regardless of the filters below`}
      height={44}
      answer={mapAnswer(answer, ({ data }) => data)}
    >
      {({ savings, snapshot }) => (
        <Facts
          of={{
            'Potential savings': <Cost of={savings.current_hourly_potential} />,
            'Additional cost where requests are too low': (
              <Cost of={savings.current_hourly_increase} />
            ),
            'Current run rate': <Cost of={snapshot.cost.current_run_rate_hourly} />,
            Recommendations: formatCount(savings.recommendation_count),
          }}
        />
      )}
    </Panel>
  );
}
