import { type IdleMode } from '../export-request.ts';

/** How a file relates to earlier ones (reference, section 3.4). */
export const deliveryHandling = {
  mechanism: 'Overwrite',
  delivery_scope: 'window, clusters and options of the file',
  supersedes:
    'every earlier file with the same X-Focus-Dataset-Instance-Id, except one that has months which ' +
    'were archived (X-Export-Archived-Months) or pruned since',
  matching_schema: 'X-Focus-Schema-Id of the file is SchemaId of the schema object',
  dataset_instance_id:
    'identifies the configuration in the schema, and the configuration, window and clusters in ' +
    'a file',
} as const;

/** How corrections of delivered data appear (reference, section 3.5). */
export const correctionHandling = {
  style: 'Replacement',
  charge_class: 'never set: no billing period is closed by an invoice',
} as const;

export const allocationMethodId = (idle: IdleMode) => `max-request-usage-1/${idle}`;

const sharing =
  "A node's price is divided over its cores, memory and GPUs in proportion to capacity times " +
  'default rates. Each pod is charged, per resource, for the larger of request and usage (GPU: ' +
  'request), scaled down when the pods of a node together exceed its allocatable. The ' +
  'difference between capacity and allocatable is overhead, on a separate row. A volume is ' +
  'charged to the owner of its claim; the fee of the control plane is overhead. ';

const idleDescriptions: Readonly<Record<IdleMode, string>> = {
  unallocated: 'Cost that is charged to nobody is idle, on a row without AllocatedResourceId.',
  apportioned:
    'Cost that is charged to nobody is shared, per node and resource, in proportion to the ' +
    'charged quantities; unallocated cost stays on a row without AllocatedResourceId.',
};

/** The allocation method of a file (reference, section 2.1), and a warning about its use. */
export const allocationMethod = (idle: IdleMode) => ({
  id: allocationMethodId(idle),
  description: sharing + idleDescriptions[idle],
  warning: "Modeled cost: do not add it to the cloud provider's file.",
});
