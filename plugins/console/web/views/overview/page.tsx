import { useAnswer } from '../../api/answer.ts';
import { clusters, organizationDashboard, recommendations } from '../../api/questions.ts';
import { useView, View } from '../../parts/view.tsx';
import { ClusterNotices } from './cluster-notices.tsx';
import { CostPerDay } from './cost-per-day.tsx';
import { Figures } from './figures.tsx';
import { TopClusters } from './top-clusters.tsx';
import { TopNamespaces } from './top-namespaces.tsx';
import { TopRecommendations } from './top-recommendations.tsx';
import { TopTeams } from './top-teams.tsx';

/** Spend, its trend, the largest consumers, and potential savings. */
export function Page() {
  const { costing } = useView();
  const dashboard = useAnswer(organizationDashboard(costing));
  const connected = useAnswer(clusters());
  return (
    <View title="Overview" has={['range', 'mode', 'basis']}>
      <div className="stack">
        <ClusterNotices answer={connected} />
        <Figures dashboard={dashboard} />
        <CostPerDay dashboard={dashboard} />
        <div className="rankings">
          <TopClusters answer={dashboard} />
          <TopNamespaces />
          <TopTeams />
          <TopRecommendations answer={useAnswer(recommendations({ limit: 5 }))} />
        </div>
      </div>
    </View>
  );
}
