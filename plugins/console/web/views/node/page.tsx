import { mapAnswer, useAnswer } from '../../api/answer.ts';
import { node } from '../../api/nodes.ts';
import { usePathParameters } from '../../parts/address.ts';
import { Gone, isGone } from '../../parts/gone.tsx';
import { NodeMarks } from '../../parts/node-marks.tsx';
import { useView, View } from '../../parts/view.tsx';
import { NodeCapacity } from './node-capacity.tsx';
import { NodeFacts } from './node-facts.tsx';
import { NodePrice } from './node-price.tsx';
import { NodeWorkloads } from './node-workloads.tsx';

/** One node: its properties, its price, and the workloads on it. */
export function Page() {
  const { clusterId = '', nodeUid = '' } = usePathParameters();
  return <NodeView key={nodeUid} clusterId={clusterId} nodeUid={nodeUid} />;
}

interface NodeViewProps {
  readonly clusterId: string;
  readonly nodeUid: string;
}

function NodeView({ clusterId, nodeUid }: NodeViewProps) {
  const { costing } = useView();
  const body = useAnswer(node(nodeUid, costing.basis));
  const answer = mapAnswer(body, ({ data }) => data);
  const metadata = answer.data?.metadata;
  return (
    <View
      title={metadata?.name ?? 'Node'}
      trail={[
        { label: 'Clusters', to: '/clusters' },
        { label: metadata?.cluster.name ?? 'Cluster', to: `/clusters/${clusterId}` },
      ]}
      has={['range', 'mode', 'basis']}
      marks={answer.data && <NodeMarks of={answer.data} />}
    >
      <div className="stack">
        {isGone(answer, 'node') ? (
          <Gone kind="node" />
        ) : (
          <>
            <NodeFacts answer={answer} />
            <div className="grid-2">
              <NodePrice answer={answer} />
              <NodeCapacity answer={answer} />
            </div>
          </>
        )}
        <NodeWorkloads nodeUid={nodeUid} />
      </div>
    </View>
  );
}
