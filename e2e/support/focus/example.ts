import { type Delivery, type ExportedFile, type ExportRequest, type Row } from './exported-file.ts';
import { type ColumnDefinition, columnTypes, type SchemaObject } from './schema-object.ts';
import { applicableColumns, type ColumnType } from './vocabulary/columns.ts';

/**
 * The worked example of the reference (section 4.5) as a file, made by hand: a cluster and day whose
 * compute is 48 USD, of the workloads `api` and `web`, system daemons and idle; and a volume of
 * `api` for 6 USD.
 */
export const clusterId = '11111111-1111-4111-8111-111111111111';
export const namespaceId = '22222222-2222-5222-8222-222222222222';
export const apiUid = '33333333-3333-4333-8333-333333333333';
export const webUid = '44444444-4444-4444-8444-444444444444';

const customColumns: Readonly<Record<string, ColumnType>> = {
  x_AcceleratorHours: 'DECIMAL',
  x_AllocationState: 'STRING',
  x_ChargeKind: 'STRING',
  x_DirectCost: 'DECIMAL',
  x_IdleCost: 'DECIMAL',
  x_IsPartial: 'BOOLEAN',
  x_NamespaceId: 'STRING',
  x_NamespaceName: 'STRING',
  x_WorkloadKind: 'STRING',
};

const scales: Readonly<Record<string, number>> = { ListCost: 24 };

function define(name: string, type: ColumnType): ColumnDefinition {
  return {
    ColumnName: name,
    DataType: type,
    ...(type === 'DECIMAL' && { NumericPrecision: 38, NumberScale: scales[name] ?? 12 }),
    ...(type === 'STRING' && { StringMaxLength: 256, StringEncoding: 'UTF-8' }),
    ...(['Tags', 'AllocatedTags'].includes(name) && { ProviderTagPrefixes: ['costplane/'] }),
  };
}

/** The schema of files with these columns; without them, of whole files. */
export function exampleSchema(columns?: readonly string[]): SchemaObject {
  const definitions = [
    ...applicableColumns.map(({ id, type }) => define(id, type)),
    ...Object.entries(customColumns).map(([name, type]) => define(name, type)),
  ];
  const instance = '99999999-9999-5999-8999-999999999999';
  const id = '88888888-8888-5888-8888-888888888888';
  return {
    schema_id: id,
    DataGenerator: { DataGenerator: 'Costplane' },
    DatasetInstance: [
      {
        DatasetInstanceId: instance,
        DatasetInstanceName: 'Cost and usage, daily',
        FocusDatasetId: 'CostAndUsage',
      },
    ],
    Schema: [
      {
        SchemaId: id,
        FocusVersion: '1.4',
        CreationDate: '2026-07-01T00:00:00Z',
        DatasetInstanceId: instance,
        ColumnDefinition: definitions.filter(
          ({ ColumnName }) => columns?.includes(ColumnName) ?? true,
        ),
      },
    ],
    delivery_handling: { mechanism: 'Overwrite' },
    correction_handling: { style: 'Replacement' },
    allocation_method: { id: 'max-request-usage-1/unallocated' },
  };
}

export const exampleRequest: ExportRequest = {
  from: '2026-07-01',
  to: '2026-07-02',
  format: 'csv',
  grain: 'workload',
  idle: 'unallocated',
};

/** What differs from row to row. */
interface Part {
  readonly cost: string;
  readonly share: string;
  readonly listCost: string;
  readonly id: string | null;
  readonly name: string | null;
  readonly elements: string;
  readonly state: 'Allocated' | 'Idle' | 'Overhead';
  readonly tags?: string;
  readonly workloadKind?: string;
  readonly kind?: 'compute' | 'storage';
}

const api = { id: apiUid, name: 'api', state: 'Allocated', workloadKind: 'Deployment' } as const;
const web = { id: webUid, name: 'web', state: 'Allocated', workloadKind: 'Deployment' } as const;
const shop = { id: namespaceId, name: 'shop', state: 'Allocated' } as const;
const idle = { id: null, name: null, state: 'Idle' } as const;
const daemons = {
  id: `${clusterId}/overhead/system-daemons`,
  name: 'System daemons',
  state: 'Overhead',
} as const;
const cpu = '"UsageUnit":"Core-Hours","UsageQuantity":72,"x_Component":"compute.cpu"';
const ram = '"UsageUnit":"GiB-Hours","UsageQuantity":96,"x_Component":"compute.ram"';
const whole = {
  cost: '6.000000000000',
  share: '1.000000000000',
  listCost: '6.000000000000000000000000',
  elements: '{"AllocatedRatio":1,"x_Component":"storage.pv"}',
  kind: 'storage',
} as const;

const unallocatedRest: readonly Part[] = [
  {
    ...daemons,
    cost: '4.000000000000',
    share: '0.083333333333',
    listCost: '3.999999999984000000000000',
    elements: '{"AllocatedRatio":0.083333333333,"x_Component":"overhead"}',
  },
  {
    ...idle,
    cost: '24.000000000000',
    share: '0.500000000000',
    listCost: '24.000000000000000000000000',
    elements: '{"AllocatedRatio":0.5,"x_Component":"idle"}',
  },
];
const apportionedDaemons: Part = {
  ...daemons,
  cost: '8.000000000000',
  share: '0.166666666667',
  listCost: '8.000000000016000000000000',
  elements:
    '{"AllocatedRatio":0.083333333333,"x_Component":"overhead"},{"AllocatedRatio":0.083333333334,"x_Component":"idle"}',
};

const parts: Readonly<Record<string, readonly Part[]>> = {
  'workload unallocated': [
    {
      ...api,
      cost: '12.000000000000',
      share: '0.250000000000',
      listCost: '12.000000000000000000000000',
      elements: `{"AllocatedRatio":0.1875,${cpu}},{"AllocatedRatio":0.0625,${ram}}`,
      tags: '{"app":"api","costplane/team":"shoppers"}',
    },
    {
      ...web,
      cost: '8.000000000000',
      share: '0.166666666667',
      listCost: '8.000000000016000000000000',
      elements: `{"AllocatedRatio":0.125,${cpu}},{"AllocatedRatio":0.041666666667,${ram}}`,
    },
    ...unallocatedRest,
    { ...api, ...whole },
  ],
  'namespace unallocated': [
    {
      ...shop,
      cost: '20.000000000000',
      share: '0.416666666667',
      listCost: '20.000000000016000000000000',
      elements: `{"AllocatedRatio":0.3125,${cpu}},{"AllocatedRatio":0.104166666667,${ram}}`,
    },
    ...unallocatedRest,
    { ...shop, ...whole },
  ],
  'workload apportioned': [
    {
      ...api,
      cost: '24.000000000000',
      share: '0.500000000000',
      listCost: '24.000000000000000000000000',
      elements: `{"AllocatedRatio":0.1875,${cpu}},{"AllocatedRatio":0.0625,${ram}},{"AllocatedRatio":0.25,"x_Component":"idle"}`,
    },
    {
      ...web,
      cost: '16.000000000000',
      share: '0.333333333333',
      listCost: '15.999999999984000000000000',
      elements: `{"AllocatedRatio":0.125,${cpu}},{"AllocatedRatio":0.041666666666,${ram}},{"AllocatedRatio":0.166666666667,"x_Component":"idle"}`,
    },
    apportionedDaemons,
    { ...api, ...whole },
  ],
};

function toRow({ kind = 'compute', ...part }: Part, request: ExportRequest): Row {
  const isCompute = kind === 'compute';
  const isOwned = part.state === 'Allocated';
  return {
    AllocatedMethodDetails: `{"Elements":[${part.elements}]}`,
    AllocatedMethodId: `max-request-usage-1/${request.idle}`,
    AllocatedResourceId: part.id,
    AllocatedResourceName: part.name,
    AllocatedTags: part.tags ?? null,
    AvailabilityZone: null,
    BilledCost: part.cost,
    BillingAccountId: '55555555-5555-4555-8555-555555555555',
    BillingAccountName: 'acme',
    BillingCurrency: 'USD',
    BillingPeriodEnd: '2026-08-01T00:00:00Z',
    BillingPeriodStart: '2026-07-01T00:00:00Z',
    ChargeCategory: 'Usage',
    ChargeClass: null,
    ChargeDescription: `Kubernetes ${kind} of cluster "north", Zürich`,
    ChargeFrequency: 'Usage-Based',
    ChargePeriodEnd: '2026-07-02T00:00:00Z',
    ChargePeriodStart: '2026-07-01T00:00:00Z',
    ConsumedQuantity: part.share,
    ConsumedUnit: 'Days',
    ContractedCost: part.cost,
    EffectiveCost: part.cost,
    HostProviderName: 'acme',
    InvoiceIssuerName: 'acme',
    ListCost: part.listCost,
    ListUnitPrice: isCompute ? '48.000000000000' : '6.000000000000',
    PricingQuantity: part.share,
    PricingUnit: 'Days',
    RegionId: 'eu-1',
    RegionName: 'eu-1',
    ResourceId: clusterId,
    ResourceName: 'north',
    ResourceType: 'Kubernetes Cluster',
    ServiceCategory: isCompute ? 'Compute' : 'Storage',
    ServiceName: isCompute ? 'Kubernetes Compute' : 'Kubernetes Storage',
    ServiceProviderName: 'acme',
    ServiceSubcategory: isCompute ? 'Containers' : 'Block Storage',
    SkuId: `kubernetes-${kind}`,
    SkuMeter: isCompute ? 'Node Capacity' : 'Volume Capacity',
    SkuPriceDetails: null,
    SkuPriceId: `${clusterId}/${kind}`,
    SubAccountId: clusterId,
    SubAccountName: 'north',
    Tags: null,
    x_AcceleratorHours: null,
    x_AllocationState: part.state,
    x_ChargeKind: kind,
    x_DirectCost: isOwned ? part.cost : null,
    x_IdleCost: isOwned ? '0.000000000000' : null,
    x_IsPartial: false,
    x_NamespaceId: isOwned ? namespaceId : null,
    x_NamespaceName: isOwned ? 'shop' : null,
    x_WorkloadKind: part.workloadKind ?? null,
  };
}

export function exampleFile(asked: Partial<ExportRequest> = {}): ExportedFile {
  const request = { ...exampleRequest, ...asked };
  const rows = (parts[`${request.grain} ${request.idle}`] ?? []).map((part) =>
    toRow(part, request),
  );
  return {
    request,
    status: 200,
    headers: {
      'content-disposition': `attachment; filename="focus-${request.grain}-${request.from}-${request.to}.${request.format}"`,
      'x-focus-version': '1.4',
      'x-focus-schema-id': exampleSchema().schema_id,
      'x-focus-dataset-instance-id': '77777777-7777-5777-8777-777777777777',
      'x-export-partial': 'false',
    },
    trailers: {
      'x-export-status': 'complete',
      'x-export-row-count': String(rows.length),
      'x-export-ledger-rows': '9',
    },
    body: Buffer.alloc(0),
    columns: exampleSchema().Schema[0]!.ColumnDefinition.map(({ ColumnName }) => ColumnName),
    rows,
    violations: [],
  };
}

/** The file as it would be sent as CSV or JSON Lines, written without a library. */
export function exampleDelivery(format: 'csv' | 'jsonl'): Delivery {
  const { columns, rows, ...file } = exampleFile({ format });
  const findType = columnTypes(exampleSchema());
  const toJson = (column: string, value: Row[string]) =>
    findType(column) === 'DECIMAL' ? String(value) : JSON.stringify(value);
  const toField = (value: Row[string]) =>
    typeof value === 'string' && /["\n,]|^$/.test(value)
      ? `"${value.replaceAll('"', '""')}"`
      : String(value ?? '');
  const lines =
    format === 'csv'
      ? [columns.join(), ...rows.map((row) => columns.map((name) => toField(row[name])).join())]
      : rows.map((row) => {
          const entries = columns.map((name) => `"${name}":${toJson(name, row[name])}`);
          return `{${entries.join()}}`;
        });
  return { ...file, body: Buffer.from(lines.map((line) => `${line}\n`).join('')) };
}
