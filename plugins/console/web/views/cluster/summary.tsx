import { type Answer, mapAnswer } from '../../api/answer.ts';
import { type Cluster } from '../../api/clusters.ts';
import { clusterTrend } from '../../api/questions.ts';
import { CostPerDay } from '../../parts/cost-per-day.tsx';
import { filterByCluster } from '../../parts/explore-filter.ts';
import { RunRatePanel } from '../../parts/run-rate-panel.tsx';
import { useView } from '../../parts/view.tsx';
import { Capacity } from './capacity.tsx';
import { ClusterFacts } from './cluster-facts.tsx';

interface SummaryProps {
  readonly clusterId: string;
  readonly answer: Answer<Cluster>;
}

export function Summary({ clusterId, answer }: SummaryProps) {
  const { days } = useView();
  return (
    <div className="stack">
      <ClusterFacts answer={answer} />
      <CostPerDay
        trend={(costing) => clusterTrend(clusterId, days, costing)}
        explore={{
          by: 'namespace',
          filters: [filterByCluster(clusterId, answer.data?.metadata.name)],
        }}
      />
      <div className="grid-2">
        <RunRatePanel answer={mapAnswer(answer, ({ cost }) => cost ?? null)} />
        <Capacity answer={answer} />
      </div>
    </div>
  );
}
