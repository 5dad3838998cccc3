import { mapAnswer, useAnswer } from '../../api/answer.ts';
import { team } from '../../api/teams.ts';
import { usePathParameters } from '../../parts/address.ts';
import { RunRatePanel } from '../../parts/run-rate-panel.tsx';
import { useView, View } from '../../parts/view.tsx';
import { About } from './about.tsx';
import { Assignments } from './assignments.tsx';
import { CostByNamespace } from './cost-by-namespace.tsx';

/** One team: what it owns, the cost, and the assignments. */
export function Page() {
  const { teamId = '' } = usePathParameters();
  const { costing } = useView();
  const answer = mapAnswer(useAnswer(team(teamId, costing)), ({ data }) => data);
  const { name } = answer.data?.metadata ?? {};
  return (
    <View
      title={name ?? 'Team'}
      trail={[{ label: 'Teams', to: '/teams' }]}
      has={['range', 'mode', 'basis']}
    >
      <div className="stack">
        <About answer={answer} />
        {name !== undefined && (
          <>
            <div className="grid-2">
              <CostByNamespace name={name} />
              <RunRatePanel answer={mapAnswer(answer, ({ cost }) => cost)} />
            </div>
            <Assignments teamId={teamId} />
          </>
        )}
      </div>
    </View>
  );
}
