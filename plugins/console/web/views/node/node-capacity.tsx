import { type Answer } from '../../api/answer.ts';
import { type Node } from '../../api/nodes.ts';
import { GpuUse } from '../../parts/gpu-use.tsx';
import { Resource } from '../../parts/meter.tsx';
import { formatBytes, formatCores } from '../../parts/number.ts';
import { Panel } from '../../parts/panel.tsx';

/** The utilization of the node; the API does not have the requests of a node. */
export function NodeCapacity({ answer }: { readonly answer: Answer<Node> }) {
  return (
    <Panel title="Capacity" unit="now" height={180} answer={answer}>
      {({ capacity, utilization }) => (
        <>
          <Resource
            name={`CPU: ${formatCores(capacity.cpu.total_cores)}`}
            format={formatCores}
            shares={[
              {
                label: 'Used of allocatable',
                kind: 'used',
                part: utilization.cpu.used_cores,
                whole: capacity.cpu.allocatable_cores,
              },
            ]}
          />
          <Resource
            name={`Memory: ${formatBytes(capacity.memory.total_bytes)}`}
            format={formatBytes}
            shares={[
              {
                label: 'Used of allocatable',
                kind: 'used',
                part: utilization.memory.used_bytes,
                whole: capacity.memory.allocatable_bytes,
              },
            ]}
          />
          {capacity.gpu.total > 0 && <GpuUse gpu={capacity.gpu} use={utilization.gpu} />}
        </>
      )}
    </Panel>
  );
}
