import { mapAnswer, useAnswer } from '../../api/answer.ts';
import { workload, workloadTrend } from '../../api/workloads.ts';
import { usePathParameters } from '../../parts/address.ts';
import { CostPerDay } from '../../parts/cost-per-day.tsx';
import { Gone, isGone } from '../../parts/gone.tsx';
import { RecommendationList } from '../../parts/recommendation-list.tsx';
import { RunRatePanel } from '../../parts/run-rate-panel.tsx';
import { useView, View } from '../../parts/view.tsx';
import { Pods } from './pods.tsx';
import { UseOverTime } from './use-over-time.tsx';
import { WorkloadFacts } from './workload-facts.tsx';
import { WorkloadUse } from './workload-use.tsx';

/** One workload: its cost, its usage relative to requests, its pods, and recommendations. */
export function Page() {
  const { clusterId = '', workloadUid = '' } = usePathParameters();
  return <WorkloadView key={workloadUid} clusterId={clusterId} workloadUid={workloadUid} />;
}

interface WorkloadViewProps {
  readonly clusterId: string;
  readonly workloadUid: string;
}

function WorkloadView({ clusterId, workloadUid }: WorkloadViewProps) {
  const { days, costing } = useView();
  const body = useAnswer(workload(workloadUid, costing));
  const answer = mapAnswer(body, ({ data }) => data);
  const gone = isGone(answer, 'workload');
  const { name, namespace, cluster } = answer.data?.metadata ?? {};
  return (
    <View
      title={name ?? 'Workload'}
      trail={[
        { label: 'Clusters', to: '/clusters' },
        { label: cluster?.name ?? 'Cluster', to: `/clusters/${clusterId}` },
        ...(namespace
          ? [{ label: namespace, to: `/clusters/${clusterId}/namespaces/${namespace}` }]
          : []),
      ]}
      has={['range', 'mode', 'basis']}
    >
      <div className="stack">
        {gone ? <Gone kind="workload" /> : <WorkloadFacts answer={answer} />}
        <CostPerDay
          trend={(costing) => workloadTrend(clusterId, workloadUid, days, costing)}
          explore={{
            by: 'pod',
            filters: [
              {
                axis: 'workload',
                field: 'uid',
                operator: 'in',
                values: [workloadUid],
                ...(name && { label: name }),
              },
            ],
          }}
        />
        {answer.data && <UseOverTime workload={answer.data} />}
        {!gone && (
          <>
            <div className="grid-2">
              <RunRatePanel answer={mapAnswer(answer, ({ cost }) => cost)} />
              <WorkloadUse answer={answer} />
            </div>
            <RecommendationList query={{ workload_uid: [workloadUid] }} />
            <Pods clusterId={clusterId} workloadUid={workloadUid} />
          </>
        )}
      </div>
    </View>
  );
}
