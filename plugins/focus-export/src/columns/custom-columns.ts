import { boolean, decimal, type ExportColumn, quantityScale, text } from './column.ts';

const nameLength = 1024;

/** Columns without a counterpart in FOCUS, in alphabetical order. */
export const customColumns: readonly ExportColumn[] = [
  decimal({
    name: 'x_AcceleratorHours',
    nullable: true,
    scale: quantityScale,
    sql: 'charge.gpu_hours',
    description: 'GPU-hours requested; null if none.',
  }),
  text({
    name: 'x_AllocationState',
    sql: 'charge.state',
    description: '`Allocated`, `Idle` or `Overhead`.',
  }),
  text({
    name: 'x_ChargeKind',
    sql: 'charge.kind',
    description: '`compute`, `storage` or `management`.',
  }),
  decimal({
    name: 'x_CoreHoursRequested',
    nullable: true,
    scale: quantityScale,
    sql: 'charge.core_hours_requested',
    description: 'Core-hours requested, on `compute` rows of owners.',
  }),
  decimal({
    name: 'x_CoreHoursUsed',
    nullable: true,
    scale: quantityScale,
    sql: 'charge.core_hours_used',
    description:
      'Core-hours used, on `compute` rows of owners; time without measured use adds nothing, and a day ' +
      'without any is null.',
  }),
  text({
    name: 'x_DepartmentName',
    nullable: true,
    maxLength: nameLength,
    sql: 'charge.department',
    description:
      'Department of the owner on that day; null if none or several. Of a namespace, the one that it ' +
      'is assigned to itself; its workloads may have others.',
  }),
  decimal({
    name: 'x_DirectCost',
    nullable: true,
    sql: 'charge.own_direct_cost',
    description:
      'Direct cost, as part of `EffectiveCost`, on rows of owners: what ran or was claimed.',
  }),
  decimal({
    name: 'x_IdleCost',
    nullable: true,
    sql: 'charge.own_idle_cost',
    description: 'Share of idle cost, as part of `EffectiveCost`, on rows of owners.',
  }),
  boolean({
    name: 'x_IsPartial',
    sql: 'charge.is_partial',
    description:
      'True if a node, a volume or the managed control plane of this cluster has no price on that ' +
      'day, or part of the day is missing.',
  }),
  decimal({
    name: 'x_MemoryGibibyteHoursRequested',
    nullable: true,
    scale: quantityScale,
    sql: 'charge.gibibyte_hours_requested',
    description: 'GiB-hours of memory requested, on `compute` rows of owners.',
  }),
  decimal({
    name: 'x_MemoryGibibyteHoursUsed',
    nullable: true,
    scale: quantityScale,
    sql: 'charge.gibibyte_hours_used',
    description:
      'GiB-hours of memory used, on `compute` rows of owners; time without measured use adds nothing, ' +
      'and a day without any is null.',
  }),
  text({
    name: 'x_NamespaceId',
    nullable: true,
    maxLength: 36,
    sql: 'charge.namespace_id',
    description: 'Id of the namespace, on rows of owners.',
  }),
  text({
    name: 'x_NamespaceName',
    nullable: true,
    maxLength: nameLength,
    sql: 'charge.namespace',
    description: 'Name of the namespace, on rows of owners.',
  }),
  text({
    name: 'x_PricingSource',
    nullable: true,
    sql: 'charge.pricing_source',
    description:
      '`price_book`, `default_rates` or `custom`; `mixed` if several apply; null for control planes.',
  }),
  text({
    name: 'x_TeamName',
    nullable: true,
    maxLength: nameLength,
    sql: 'charge.team',
    description:
      'Team of the owner on that day; null if none or several. Of a namespace, the one that it is ' +
      'assigned to itself; its workloads may have others.',
  }),
  text({
    name: 'x_WorkloadKind',
    nullable: true,
    sql: 'charge.workload_kind',
    description: '`Deployment`, `StatefulSet` and so on, on rows of workloads.',
  }),
];
