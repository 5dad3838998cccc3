import { type Answer } from '../../api/answer.ts';
import { type Cluster } from '../../api/clusters.ts';
import { GpuUse } from '../../parts/gpu-use.tsx';
import { Resource } from '../../parts/meter.tsx';
import { formatBytes, formatCores } from '../../parts/number.ts';
import { Panel } from '../../parts/panel.tsx';

/** How much of the allocatable capacity is requested, and how much of the requests is used. */
export function Capacity({ answer }: { readonly answer: Answer<Cluster> }) {
  return (
    <Panel
      title="Capacity"
      unit="now"
      height={240}
      answer={answer}
      empty={({ capacity }) => !capacity && 'The cluster has not reported yet.'}
    >
      {({ capacity, utilization }) => (
        <>
          <Resource
            name="CPU"
            format={formatCores}
            shares={[
              {
                label: 'Requested of allocatable',
                kind: 'requested',
                part: utilization?.cpu.requested_cores,
                whole: capacity?.cpu.allocatable_cores,
              },
              {
                label: 'Used of requested',
                kind: 'used',
                part: utilization?.cpu.used_cores,
                whole: utilization?.cpu.requested_cores,
              },
            ]}
          />
          <Resource
            name="Memory"
            format={formatBytes}
            shares={[
              {
                label: 'Requested of allocatable',
                kind: 'requested',
                part: utilization?.memory.requested_bytes,
                whole: capacity?.memory.allocatable_bytes,
              },
              {
                label: 'Used of requested',
                kind: 'used',
                part: utilization?.memory.used_bytes,
                whole: utilization?.memory.requested_bytes,
              },
            ]}
          />
          {capacity && capacity.gpu.total > 0 && (
            <GpuUse gpu={capacity.gpu} use={utilization?.gpu} />
          )}
        </>
      )}
    </Panel>
  );
}
