import { mapAnswer, useAnswer } from '../../api/answer.ts';
import { recommendation } from '../../api/recommendations.ts';
import { usePathParameters } from '../../parts/address.ts';
import { View } from '../../parts/view.tsx';
import { Change } from './change.tsx';
import { Container } from './container.tsx';
import { readMetrics } from './metrics.ts';
import { Reasons } from './reasons.tsx';
import { Summary } from './summary.tsx';

/** One recommendation: the change, its savings, the evidence and the risk. */
export function Page() {
  const { recommendationId = '' } = usePathParameters();
  const answer = mapAnswer(useAnswer(recommendation(recommendationId)), ({ data }) => data);
  const metrics = mapAnswer(answer, (body) => readMetrics(body.metrics_snapshot));
  const { cluster, namespace } = answer.data?.metadata ?? {};
  return (
    <View
      title={answer.data?.metadata.title ?? 'Recommendation'}
      trail={[
        { label: 'Recommendations', to: '/recommendations' },
        ...(cluster ? [{ label: cluster.name, to: `/clusters/${cluster.id}` }] : []),
        ...(cluster && namespace
          ? [{ label: namespace, to: `/clusters/${cluster.id}/namespaces/${namespace}` }]
          : []),
      ]}
    >
      <div className="stack">
        <Summary answer={answer} />
        {metrics.data && (
          <>
            {metrics.data.containers.map((container) => (
              <Container key={container.name} container={container} answer={metrics} />
            ))}
            <div className="grid-2">
              <Change answer={answer} />
              <Reasons answer={metrics} />
            </div>
          </>
        )}
      </div>
    </View>
  );
}
