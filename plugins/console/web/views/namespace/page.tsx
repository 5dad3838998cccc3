import { mapAnswer, useAnswer } from '../../api/answer.ts';
import { namespace } from '../../api/clusters.ts';
import { namespaceTrend } from '../../api/questions.ts';
import { clusterWorkloads } from '../../api/workloads.ts';
import { usePathParameters } from '../../parts/address.ts';
import { CostPerDay } from '../../parts/cost-per-day.tsx';
import { filterByCluster, filterByNamespace } from '../../parts/explore-filter.ts';
import { Gone, isGone } from '../../parts/gone.tsx';
import { RecommendationList } from '../../parts/recommendation-list.tsx';
import { RunRatePanel } from '../../parts/run-rate-panel.tsx';
import { useView, View } from '../../parts/view.tsx';
import { workloadFilters } from '../../parts/workload-filters.ts';
import { WorkloadList } from '../../parts/workload-list.tsx';
import { NamespaceFacts } from './namespace-facts.tsx';
import { NamespaceUse } from './namespace-use.tsx';
import { TopWorkloads } from './top-workloads.tsx';

/** One namespace of a cluster: its cost, its usage relative to requests, and its workloads. */
export function Page() {
  const { clusterId = '', namespace = '' } = usePathParameters();
  return <NamespaceView key={`${clusterId}/${namespace}`} clusterId={clusterId} name={namespace} />;
}

interface NamespaceViewProps {
  readonly clusterId: string;
  readonly name: string;
}

const { kind, autoscaled, rate } = workloadFilters;

function NamespaceView({ clusterId, name }: NamespaceViewProps) {
  const { days, costing } = useView();
  const body = useAnswer(namespace(clusterId, name, costing));
  const answer = mapAnswer(body, ({ data }) => data);
  const gone = isGone(answer, 'namespace');
  return (
    <View
      title={name}
      trail={[
        { label: 'Clusters', to: '/clusters' },
        {
          label: answer.data?.metadata.cluster.name ?? 'Cluster',
          to: `/clusters/${clusterId}`,
        },
      ]}
      has={['range', 'mode', 'basis']}
    >
      <div className="stack">
        {gone ? <Gone kind="namespace" /> : <NamespaceFacts answer={answer} />}
        <CostPerDay
          trend={(costing) => namespaceTrend(clusterId, name, days, costing)}
          explore={{
            by: 'workload',
            filters: [
              filterByNamespace(name),
              filterByCluster(clusterId, answer.data?.metadata.cluster.name),
            ],
          }}
        />
        {!gone && (
          <>
            <div className="grid-2">
              <RunRatePanel answer={mapAnswer(answer, ({ cost }) => cost)} />
              <NamespaceUse answer={answer} />
              <TopWorkloads answer={answer} clusterId={clusterId} />
              <RecommendationList query={{ cluster_id: [clusterId], namespace: [name] }} />
            </div>
            <section>
              <WorkloadList
                ask={(query) =>
                  clusterWorkloads(clusterId, costing, { ...query, namespace: [name] })
                }
                filters={[kind, autoscaled, rate]}
              />
            </section>
          </>
        )}
      </div>
    </View>
  );
}
