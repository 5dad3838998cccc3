import { type Answer } from '../../api/answer.ts';
import { type NamespaceDetail } from '../../api/clusters.ts';
import { type Share } from '../../parts/meter.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RequestUse } from '../../parts/request-use.tsx';

/** Usage relative to requests, and requests relative to the quota. */
export function NamespaceUse({ answer }: { readonly answer: Answer<NamespaceDetail> }) {
  return (
    <Panel title="Requested and used" unit="now" height={180} answer={answer}>
      {({ capacity, utilization: { cpu, memory } }) => (
        <RequestUse
          cpu={cpu}
          memory={memory}
          cpuShares={quotaShare(cpu.requested_cores, capacity?.cpu?.quota_cores)}
          memoryShares={quotaShare(memory.requested_bytes, capacity?.memory?.quota_bytes)}
        />
      )}
    </Panel>
  );
}

const quotaShare = (part: number, whole: number | undefined): Share[] =>
  whole === undefined ? [] : [{ label: 'Requested of quota', kind: 'requested', part, whole }];
