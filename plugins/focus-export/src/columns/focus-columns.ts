import {
  dateTime,
  decimal,
  type ExportColumn,
  json,
  listCostScale,
  text,
  wordLength,
} from './column.ts';

const uuidLength = 36;
const nameLength = 1024;

/** The 44 applicable columns of FOCUS 1.4, in alphabetical order. */
export const focusColumns: readonly ExportColumn[] = [
  json({
    name: 'AllocatedMethodDetails',
    sql: 'charge.details',
    description: 'The components of the row, each with its share of the origin charge.',
  }),
  text({
    name: 'AllocatedMethodId',
    sql: 'charge.method',
    description: 'The documented method, `max-request-usage-1/` and the value of `idle`.',
  }),
  text({
    name: 'AllocatedResourceId',
    nullable: true,
    maxLength: 128,
    sql: 'charge.allocated_id',
    description:
      'Kubernetes uid of the workload, id of the namespace, or `<cluster id>/overhead/<cause>`; null on idle rows.',
  }),
  text({
    name: 'AllocatedResourceName',
    nullable: true,
    maxLength: nameLength,
    sql: 'charge.allocated_name',
    description: 'Name of the workload or namespace on that day; null on idle rows.',
  }),
  json({
    name: 'AllocatedTags',
    nullable: true,
    sql: 'charge.tags',
    description: 'Labels on that day, plus `costplane/team` if the owner has exactly one team.',
  }),
  text({
    name: 'AvailabilityZone',
    nullable: true,
    sql: 'null::text',
    description: 'Null: a cluster can span zones.',
  }),
  decimal({
    name: 'BilledCost',
    sql: 'charge.cost',
    description: 'Equal to `EffectiveCost`: the organization is its own provider.',
  }),
  text({
    name: 'BillingAccountId',
    maxLength: uuidLength,
    sql: 'charge.account_id',
    description: 'Id of the organization.',
  }),
  text({
    name: 'BillingAccountName',
    maxLength: nameLength,
    sql: 'charge.account_name',
    description: 'Name of the organization.',
  }),
  text({
    name: 'BillingCurrency',
    maxLength: 3,
    sql: 'charge.currency',
    description: 'Currency of the organization.',
  }),
  dateTime({
    name: 'BillingPeriodEnd',
    sql: 'charge.billing_end',
    description: 'First instant of the UTC month after the charge, exclusive.',
  }),
  dateTime({
    name: 'BillingPeriodStart',
    sql: 'charge.billing_start',
    description: 'First instant of the UTC month of the charge.',
  }),
  text({
    name: 'ChargeCategory',
    sql: `'Usage'`,
    description: 'Always `Usage`.',
  }),
  text({
    name: 'ChargeClass',
    nullable: true,
    sql: 'null::text',
    description: 'Null: no billing period is closed by an invoice, so there are no corrections.',
  }),
  text({
    name: 'ChargeDescription',
    nullable: true,
    maxLength: nameLength + wordLength,
    sql: 'charge.description',
    description: 'Kind of the origin charge, and name of its cluster.',
  }),
  text({
    name: 'ChargeFrequency',
    sql: `'Usage-Based'`,
    description: 'Always `Usage-Based`.',
  }),
  dateTime({
    name: 'ChargePeriodEnd',
    sql: 'charge.period_end',
    description: 'Midnight UTC after the day, exclusive.',
  }),
  dateTime({
    name: 'ChargePeriodStart',
    sql: 'charge.period_start',
    description: 'Midnight UTC at which the day begins.',
  }),
  decimal({
    name: 'ConsumedQuantity',
    nullable: true,
    sql: 'charge.share',
    description: 'Equal to `PricingQuantity`.',
  }),
  text({
    name: 'ConsumedUnit',
    nullable: true,
    sql: `'Days'`,
    description: 'Always `Days`.',
  }),
  decimal({
    name: 'ContractedCost',
    sql: 'charge.cost',
    description: 'Equal to `EffectiveCost`: Costplane negotiates no prices.',
  }),
  decimal({
    name: 'EffectiveCost',
    sql: 'charge.cost',
    description: 'Cost of the row. Sum this column.',
  }),
  text({
    name: 'HostProviderName',
    nullable: true,
    maxLength: nameLength,
    sql: 'charge.host_provider',
    description: 'Cloud that the cluster runs on; outside a cloud, equal to `ServiceProviderName`.',
  }),
  text({
    name: 'InvoiceIssuerName',
    maxLength: nameLength,
    sql: 'charge.service_provider',
    description: 'Equal to `ServiceProviderName`.',
  }),
  decimal({
    name: 'ListCost',
    scale: listCostScale,
    sql: 'charge.list_price * charge.share',
    description: '`ListUnitPrice` times `PricingQuantity`, not rounded.',
  }),
  decimal({
    name: 'ListUnitPrice',
    nullable: true,
    sql: 'charge.list_price',
    description: 'The origin charge at on-demand prices; its actual cost where these are unknown.',
  }),
  decimal({
    name: 'PricingQuantity',
    nullable: true,
    sql: 'charge.share',
    description: 'Share of the origin charge; the shares of an origin add up to 1.',
  }),
  text({
    name: 'PricingUnit',
    nullable: true,
    sql: `'Days'`,
    description: 'Always `Days`: the priced unit is one day of a cluster.',
  }),
  text({
    name: 'RegionId',
    nullable: true,
    maxLength: nameLength,
    sql: 'charge.region',
    description: 'Region of the cluster on that day; null if unknown.',
  }),
  text({
    name: 'RegionName',
    nullable: true,
    maxLength: nameLength,
    sql: 'charge.region',
    description: 'Equal to `RegionId`.',
  }),
  text({
    name: 'ResourceId',
    nullable: true,
    maxLength: uuidLength,
    sql: 'charge.cluster',
    description: 'Id of the cluster: the shared resource is a cluster, never a workload.',
  }),
  text({
    name: 'ResourceName',
    nullable: true,
    maxLength: nameLength,
    sql: 'nullif(charge.cluster_name, charge.cluster)',
    description: 'Name of the cluster on that day.',
  }),
  text({
    name: 'ResourceType',
    nullable: true,
    sql: `'Kubernetes Cluster'`,
    description: 'Always `Kubernetes Cluster`.',
  }),
  text({
    name: 'ServiceCategory',
    sql: 'charge.service_category',
    description: '`Compute` or `Storage`, by kind.',
  }),
  text({
    name: 'ServiceName',
    sql: 'charge.service_name',
    description: '`Kubernetes Compute`, `Kubernetes Storage` or `Kubernetes Control Plane`.',
  }),
  text({
    name: 'ServiceProviderName',
    maxLength: nameLength,
    sql: 'charge.service_provider',
    description:
      'The option `serviceProviderName`, or the name of the organization if it is not set.',
  }),
  text({
    name: 'ServiceSubcategory',
    sql: 'charge.service_subcategory',
    description: '`Containers` or `Block Storage`, by kind.',
  }),
  text({
    name: 'SkuId',
    nullable: true,
    sql: 'charge.sku',
    description: '`kubernetes-compute`, `kubernetes-storage` or `kubernetes-management`.',
  }),
  text({
    name: 'SkuMeter',
    nullable: true,
    sql: 'charge.sku_meter',
    description: '`Node Capacity`, `Volume Capacity` or `Control Plane`.',
  }),
  json({
    name: 'SkuPriceDetails',
    nullable: true,
    sql: 'null::text',
    description: 'Null: a day of a cluster has no immutable properties.',
  }),
  text({
    name: 'SkuPriceId',
    nullable: true,
    maxLength: 64,
    sql: 'charge.sku_price',
    description: '`<cluster id>/<kind>`. Together with the day, it identifies the origin charge.',
  }),
  text({
    name: 'SubAccountId',
    nullable: true,
    maxLength: uuidLength,
    sql: 'charge.cluster',
    description: 'Id of the cluster.',
  }),
  text({
    name: 'SubAccountName',
    nullable: true,
    maxLength: nameLength,
    sql: 'charge.cluster_name',
    description: 'Name of the cluster on that day.',
  }),
  json({
    name: 'Tags',
    nullable: true,
    sql: 'null::text',
    description: 'Null: a cluster has no tags. Tags of workloads are in `AllocatedTags`.',
  }),
];
