import { type Schemas } from '@costplane/client';
import { Resource, type Share } from './meter.tsx';
import { formatBytes, formatCores } from './number.ts';

interface RequestUseProps {
  readonly cpu: Schemas['CpuRequestUtilization'];
  readonly memory: Schemas['MemoryRequestUtilization'];
  /** Further shares, for example of a quota or a limit. */
  readonly cpuShares?: readonly Share[];
  readonly memoryShares?: readonly Share[];
}

/** How much of what is requested is used. */
export function RequestUse({ cpu, memory, cpuShares = [], memoryShares = [] }: RequestUseProps) {
  return (
    <>
      <Resource
        name="CPU"
        format={formatCores}
        shares={[
          ...cpuShares,
          {
            label: 'Used of requested',
            kind: 'used',
            part: cpu.used_cores,
            whole: cpu.requested_cores,
          },
        ]}
      />
      <Resource
        name="Memory"
        format={formatBytes}
        shares={[
          ...memoryShares,
          {
            label: 'Used of requested',
            kind: 'used',
            part: memory.used_bytes,
            whole: memory.requested_bytes,
          },
        ]}
      />
    </>
  );
}
