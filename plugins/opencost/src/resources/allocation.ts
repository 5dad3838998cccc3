import { named, text } from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';

const amount = (description: string) => Type.Number({ description });
const none = amount('Always 0: the history does not hold it.');

/** A window of time. */
export const windowSchema = named(
  'OpencostWindow',
  Type.Object({
    start: text('When it begins, RFC 3339, UTC.'),
    end: text('When it ends; not included.'),
  }),
  'A window of time.',
);

export const propertiesSchema = named(
  'OpencostProperties',
  Type.Object({
    cluster: Type.Optional(text('Name of the cluster, where all of it is in one.')),
    node: Type.Optional(text('Name of the node.')),
    namespace: Type.Optional(text('Name of the namespace.')),
    controller: Type.Optional(text('Name of the workload.')),
    controllerKind: Type.Optional(text('Kind of the workload, in lower case.')),
    pod: Type.Optional(text('Name of the pod.')),
    container: Type.Optional(text('Name of the container.')),
    labels: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'Labels aggregated by.' }),
    ),
    annotations: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'Annotations aggregated by.' }),
    ),
  }),
  'What the allocation was aggregated by.',
);

export const allocationSchema = named(
  'OpencostAllocation',
  Type.Object({
    name: text('The values aggregated by, with / between.'),
    properties: propertiesSchema,
    window: windowSchema,
    start: text('When the history of the window begins.'),
    end: text('When the history of the window ends.'),
    minutes: amount('From start to end.'),
    cpuCores: amount('Mean of cpuCoreHours.'),
    cpuCoreRequestAverage: amount('Mean requested cores.'),
    cpuCoreUsageAverage: amount('Mean used cores.'),
    cpuCoreHours: amount('The larger of requested and used core-hours.'),
    cpuCost: amount('Cost of CPU, with idle cost where that is shared.'),
    cpuCostAdjustment: none,
    cpuCostIdle: amount('Of cpuCost, shared idle cost.'),
    cpuEfficiency: amount('Used over requested.'),
    gpuCount: none,
    gpuRequestAverage: none,
    gpuUsageAverage: none,
    gpuHours: none,
    gpuCost: amount('Cost of GPUs, with idle cost where that is shared.'),
    gpuCostAdjustment: none,
    gpuCostIdle: amount('Of gpuCost, shared idle cost.'),
    gpuEfficiency: none,
    networkTransferBytes: none,
    networkReceiveBytes: none,
    networkCost: none,
    networkCrossZoneCost: none,
    networkCrossRegionCost: none,
    networkInternetCost: none,
    networkCostAdjustment: none,
    loadBalancerCost: none,
    loadBalancerCostAdjustment: none,
    pvBytes: none,
    pvByteHours: none,
    pvCost: amount('Cost of persistent volumes.'),
    pvs: Type.Union(
      [
        Type.Record(
          Type.String(),
          Type.Object({
            byteHours: none,
            cost: amount('Their cost.'),
            providerID: text('Always empty.'),
          }),
        ),
        Type.Null(),
      ],
      { description: 'The volumes as one; null without a cost.' },
    ),
    pvCostAdjustment: none,
    ramBytes: amount('Mean of ramByteHours.'),
    ramByteRequestAverage: amount('Mean requested bytes.'),
    ramByteUsageAverage: amount('Mean used bytes.'),
    ramByteHours: amount('The larger of requested and used byte-hours.'),
    ramCost: amount('Cost of memory, with idle cost where that is shared.'),
    ramCostAdjustment: none,
    ramCostIdle: amount('Of ramCost, shared idle cost.'),
    ramEfficiency: amount('Used over requested.'),
    externalCost: none,
    sharedCost: amount('Share of the control plane.'),
    totalCost: amount('Sum of the costs.'),
    totalEfficiency: amount('Mean of the efficiencies of CPU and memory, weighted by cost.'),
    lbAllocations: Type.Null({ description: 'Always null.' }),
  }),
  'What was allocated to one value of what was aggregated by.',
);

export type Allocation = Static<typeof allocationSchema>;
export type AllocationProperties = Static<typeof propertiesSchema>;
