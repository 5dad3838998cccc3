import { type Answer } from '../../api/answer.ts';
import { type Workload } from '../../api/workloads.ts';
import { type Share } from '../../parts/meter.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RequestUse } from '../../parts/request-use.tsx';

/** Usage relative to requests and limits. */
export function WorkloadUse({ answer }: { readonly answer: Answer<Workload> }) {
  return (
    <Panel title="Requested and used" unit="now" height={180} answer={answer}>
      {({ capacity, utilization: { cpu, memory } }) => (
        <RequestUse
          cpu={cpu}
          memory={memory}
          cpuShares={limitShare(cpu.used_cores, capacity.cpu.limit_cores)}
          memoryShares={limitShare(memory.used_bytes, capacity.memory.limit_bytes)}
        />
      )}
    </Panel>
  );
}

/** There is no share without a limit, which is 0 in the API. */
const limitShare = (part: number | undefined, whole: number): Share[] =>
  whole === 0 ? [] : [{ label: 'Used of limit', kind: 'used', part, whole }];
