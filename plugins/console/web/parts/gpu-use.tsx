import { type Schemas } from '@costplane/client';
import { Resource } from './meter.tsx';
import { formatBytes, formatCount } from './number.ts';

interface GpuUseProps {
  readonly gpu: Schemas['GpuCapacity'];
  readonly use: Schemas['GpuUtilization'] | undefined;
}

/** The utilization of GPUs; the API does not have GPU requests. */
export function GpuUse({ gpu, use }: GpuUseProps) {
  return (
    <>
      <Resource
        name={`GPU: ${formatCount(gpu.allocatable)} allocatable, ${gpu.model}`}
        shares={[
          {
            label: 'Average utilization of the GPUs that report it',
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
            label: 'Used of total',
            kind: 'used',
            part: use?.memory_used_bytes,
            whole: use?.memory_total_bytes,
          },
        ]}
      />
    </>
  );
}
