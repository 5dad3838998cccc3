import { type Schemas } from '@costplane/client';
import { Resource } from './meter.tsx';
import { formatBytes, formatCount } from './number.ts';

interface GpuUseProps {
  readonly gpu: Schemas['GpuCapacity'];
  readonly use: Schemas['GpuUtilization'] | undefined;
}

/** How busy the GPUs are: the API says nothing of how many are requested. */
export function GpuUse({ gpu, use }: GpuUseProps) {
  return (
    <>
      <Resource
        name={`GPU: ${formatCount(gpu.allocatable)} allocatable, ${gpu.model}`}
        shares={[
          {
            label: 'Mean use of the GPUs that report',
            kind: 'used',
            part: use?.utilization_percent,
            whole: 100,
          },
        ]}
      />
      <Resource
        name="GPU memory"
        format={formatBytes}
        shares={[
          {
            label: 'Used of what the GPUs have',
            kind: 'used',
            part: use?.memory_used_bytes,
            whole: use?.memory_total_bytes,
          },
        ]}
      />
    </>
  );
}
