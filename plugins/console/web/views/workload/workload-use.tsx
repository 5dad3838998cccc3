import { type Answer } from '../../api/answer.ts';
import { type Workload } from '../../api/workloads.ts';
import { type Share } from '../../parts/meter.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RequestUse } from '../../parts/request-use.tsx';

/** Whether the workload uses what it requests, and how far it is from its limits. */
export function WorkloadUse({ answer }: { readonly answer: Answer<Workload> }) {
  return (
    <Panel title="Requested and used" unit="now" height={180} answer={answer}>
      {({ capacity, utilization: { cpu, memory } }) => (
        <RequestUse
          cpu={cpu}
          memory={memory}
          cpuShares={ofLimit(cpu.used_cores, capacity.cpu.limit_cores)}
          memoryShares={ofLimit(memory.used_bytes, capacity.memory.limit_bytes)}
        />
      )}
    </Panel>
  );
}

/** Without a limit, which the API gives as 0, there is no share of one. */
const ofLimit = (part: number | undefined, whole: number): Share[] =>
  whole === 0 ? [] : [{ label: 'Used of limit', kind: 'used', part, whole }];
