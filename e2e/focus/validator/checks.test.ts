import { expect } from 'chai';
import { type Expectations } from '../../support/focus/checks/check.ts';
import { apiUid, clusterId, exampleFile, exampleSchema } from '../../support/focus/example.ts';
import {
  type ExportedFile,
  type ExportRequest,
  type Row,
} from '../../support/focus/exported-file.ts';
import { type ColumnDefinition, type SchemaObject } from '../../support/focus/schema-object.ts';
import { validate } from '../../support/focus/validate.ts';
import { type Level } from '../../support/focus/violation.ts';

/** A file that is good but for one thing. */
interface Mutation {
  readonly check: number;
  readonly level: Level;
  readonly what: string;
  readonly request?: Partial<ExportRequest>;
  readonly file?: (file: ExportedFile) => Partial<ExportedFile>;
  readonly schema?: (schema: SchemaObject) => Partial<SchemaObject>;
  readonly expectations?: Expectations;
}

/** The first row, with other values. */
const first = (values: Row) => (file: ExportedFile) => ({
  rows: file.rows.map((row, at) => (at === 0 ? { ...row, ...values } : row)),
});
/** Every row, with other values: the first of the file alone would differ from its origin. */
const every = (values: Row) => (file: ExportedFile) => ({
  columns: [...new Set([...file.columns, ...Object.keys(values)])],
  rows: file.rows.map((row) => ({ ...row, ...values })),
});
const without = (...names: string[]) => ({
  file: (file: ExportedFile) => ({
    columns: file.columns.filter((column) => !names.includes(column)),
    rows: file.rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !names.includes(column))),
    ),
  }),
});
const definition = (name: string, change: Partial<ColumnDefinition> | null) => ({
  schema: (schema: SchemaObject) => ({
    Schema: schema.Schema.map((one) => ({
      ...one,
      ColumnDefinition: one.ColumnDefinition.flatMap((column) => {
        if (column.ColumnName !== name) return [column];
        return change === null ? [] : [{ ...column, ...change }];
      }),
    })),
  }),
});
const schemaWith = (change: object) => ({
  schema: (schema: SchemaObject) => ({
    Schema: schema.Schema.map((one) => ({ ...one, ...change })),
  }),
});
const header = (name: string, value: string) => ({
  file: (file: ExportedFile) => ({ headers: { ...file.headers, [name]: value } }),
});
const trailer = (name: string, value: string | undefined) => ({
  file: (file: ExportedFile) => ({ trailers: { ...file.trailers, [name]: value } }),
});
const elements = (text: string) => ({
  file: first({ AllocatedMethodDetails: `{"Elements":[${text}]}` }),
});

const mutations: readonly Mutation[] = [
  {
    check: 1,
    level: 'M',
    what: 'what its reader found',
    file: () => ({ violations: [{ check: 1, level: 'M', row: 0, message: 'broken' }] }),
  },
  { check: 2, level: 'P', what: 'a failed export', ...trailer('x-export-status', 'error') },
  { check: 2, level: 'P', what: 'no trailers', file: () => ({ trailers: {} }) },
  { check: 2, level: 'P', what: 'a wrong count', ...trailer('x-export-row-count', '6') },
  { check: 2, level: 'P', what: 'no ledger rows', ...trailer('x-export-ledger-rows', undefined) },
  { check: 2, level: 'P', what: 'no header', file: () => ({ columns: [], rows: [] }) },
  { check: 5, level: 'P', what: 'another version', ...header('x-focus-version', '1.3') },
  { check: 5, level: 'P', what: 'another schema', ...header('x-focus-schema-id', clusterId) },
  { check: 5, level: 'P', what: 'no instance', ...header('x-focus-dataset-instance-id', '') },
  { check: 5, level: 'P', what: 'shown in place', ...header('content-disposition', 'inline') },
  {
    check: 5,
    level: 'P',
    what: 'a file name without its window',
    ...header('content-disposition', 'attachment; filename="focus.csv"'),
  },

  { check: 6, level: 'M', what: 'an unknown column', file: every({ Region: null }) },
  { check: 6, level: 'M', what: 'a column of 1.2', file: every({ ProviderName: 'acme' }) },
  {
    check: 6,
    level: 'M',
    what: 'a column twice',
    file: ({ columns }) => ({ columns: [...columns, 'Tags'] }),
  },
  { check: 7, level: 'M', what: 'no mandatory column', ...without('ChargeClass') },
  { check: 8, level: 'M', what: 'no conditional column', ...without('Tags') },
  { check: 8, level: 'S', what: 'no recommended column', ...without('AvailabilityZone') },
  {
    check: 9,
    level: 'M',
    what: 'more columns than chosen',
    request: { columns: ['BilledCost', 'Tags'] },
  },
  {
    check: 10,
    level: 'S',
    what: 'another order',
    file: ({ columns }) => ({ columns: [...columns].reverse() }),
  },
  { check: 11, level: 'S', what: 'a custom name in small letters', file: every({ x_kind: 'a' }) },
  {
    check: 11,
    level: 'S',
    what: 'a custom name of 51 characters',
    file: every({ [`x_A${'a'.repeat(48)}`]: 'a' }),
  },
  { check: 12, level: 'M', what: 'a column without definition', ...definition('Tags', null) },
  {
    check: 12,
    level: 'P',
    what: 'definitions in another order',
    schema: ({ Schema }) => ({
      Schema: Schema.map((one) => ({
        ...one,
        ColumnDefinition: [...one.ColumnDefinition].reverse(),
      })),
    }),
  },

  { check: 13, level: 'M', what: 'no account', file: first({ BillingAccountId: null }) },
  { check: 13, level: 'M', what: 'no frequency', file: first({ ChargeFrequency: null }) },
  { check: 14, level: 'M', what: 'an empty region', file: first({ RegionName: '' }) },
  { check: 14, level: 'S', what: 'a blank account', file: first({ BillingAccountId: ' ' }) },
  { check: 14, level: 'S', what: 'a stand-in', file: first({ BillingAccountName: 'n/a' }) },
  { check: 14, level: 'S', what: 'an empty custom value', file: first({ x_ChargeKind: '' }) },
  { check: 15, level: 'M', what: 'not a number', file: first({ BilledCost: 'NaN' }) },
  { check: 15, level: 'M', what: 'a comma', file: first({ BilledCost: '1,000' }) },
  { check: 15, level: 'M', what: 'a plus', file: first({ x_DirectCost: '+1' }) },
  { check: 15, level: 'P', what: 'an exponent', file: first({ BilledCost: '12E0' }) },
  {
    check: 15,
    level: 'P',
    what: 'an exponent in JSON',
    ...elements('{"AllocatedRatio":2.5e-1}'),
  },
  { check: 15, level: 'P', what: 'minus zero', file: first({ BilledCost: '-0.000000000000' }) },
  {
    check: 16,
    level: 'M',
    what: 'a digit too many behind the point',
    file: first({ BilledCost: '12.0000000000001' }),
  },
  {
    check: 16,
    level: 'M',
    what: 'a digit too many before the point',
    file: first({ BilledCost: '1'.repeat(27) }),
  },
  {
    check: 17,
    level: 'M',
    what: 'no such day',
    file: first({ ChargePeriodEnd: '2026-02-30T00:00:00Z' }),
  },
  {
    check: 17,
    level: 'M',
    what: 'milliseconds',
    file: first({ ChargePeriodEnd: '2026-07-02T00:00:00.000Z' }),
  },
  {
    check: 17,
    level: 'M',
    what: 'an offset',
    file: first({ ChargePeriodEnd: '2026-07-02T00:00:00+00:00' }),
  },
  {
    check: 18,
    level: 'M',
    what: 'no currency of a nation',
    file: every({ BillingCurrency: 'XTS' }),
  },
  { check: 18, level: 'P', what: 'two currencies', file: first({ BillingCurrency: 'EUR' }) },
  { check: 19, level: 'M', what: 'an unknown category', file: every({ ChargeCategory: 'usage' }) },
  {
    check: 19,
    level: 'M',
    what: 'an unknown service',
    file: every({ ServiceCategory: 'Containers' }),
  },
  { check: 20, level: 'M', what: 'text that is no JSON', file: every({ Tags: '{a}' }) },
  { check: 20, level: 'M', what: 'JSON that is no object', file: every({ Tags: '[]' }) },
  { check: 20, level: 'M', what: 'a key twice', file: every({ Tags: '{"a":"1","a":"1"}' }) },
  {
    check: 20,
    level: 'M',
    what: 'a key twice further down',
    ...elements('{"AllocatedRatio":0.25,"AllocatedRatio":0.25}'),
  },
  { check: 21, level: 'M', what: 'a nested tag', file: every({ Tags: '{"a":{"b":1}}' }) },
  { check: 21, level: 'M', what: 'a list of tags', file: first({ AllocatedTags: '{"a":[]}' }) },
  {
    check: 21,
    level: 'M',
    what: 'a price detail that FOCUS does not know',
    file: every({ SkuPriceDetails: '{"Cores":1}' }),
  },
  { check: 22, level: 'M', what: 'no elements', ...elements('') },
  { check: 22, level: 'M', what: 'a ratio above 1', ...elements('{"AllocatedRatio":1.25}') },
  { check: 22, level: 'M', what: 'no ratio', ...elements('{"x_Component":"idle"}') },
  {
    check: 22,
    level: 'M',
    what: 'two equal elements',
    ...elements('{"AllocatedRatio":0.125},{"AllocatedRatio":0.125}'),
  },
  {
    check: 22,
    level: 'M',
    what: 'a quantity without unit',
    ...elements('{"AllocatedRatio":0.25,"UsageQuantity":1}'),
  },
  {
    check: 22,
    level: 'M',
    what: 'a key of its own without prefix',
    ...elements('{"AllocatedRatio":0.25,"Component":"idle"}'),
  },
  {
    check: 22,
    level: 'S',
    what: 'four levels',
    ...elements('{"AllocatedRatio":0.25,"x_More":{"a":1}}'),
  },
  { check: 23, level: 'S', what: 'a unit in the singular', file: every({ PricingUnit: 'Day' }) },
  {
    check: 23,
    level: 'S',
    what: 'a measured unit in small letters',
    ...elements('{"AllocatedRatio":0.25,"UsageUnit":"core-hours","UsageQuantity":1}'),
  },
  {
    check: 24,
    level: 'P',
    what: 'a longer text than its definition allows',
    ...definition('ResourceName', { StringMaxLength: 4 }),
  },

  {
    check: 25,
    level: 'P',
    what: 'an end before its start',
    file: every({ ChargePeriodEnd: '2026-06-30T00:00:00Z' }),
  },
  {
    check: 25,
    level: 'P',
    what: 'a billing period of no time',
    file: every({ BillingPeriodEnd: '2026-07-01T00:00:00Z' }),
  },
  {
    check: 26,
    level: 'P',
    what: 'two days',
    file: every({ ChargePeriodEnd: '2026-07-03T00:00:00Z' }),
  },
  {
    check: 26,
    level: 'P',
    what: 'a day from noon',
    file: every({
      ChargePeriodStart: '2026-07-01T12:00:00Z',
      ChargePeriodEnd: '2026-07-02T12:00:00Z',
    }),
  },
  {
    check: 26,
    level: 'P',
    what: 'a day outside the window',
    request: { from: '2026-06-30', to: '2026-07-01' },
  },
  {
    check: 27,
    level: 'P',
    what: 'another month',
    file: every({
      BillingPeriodStart: '2026-06-01T00:00:00Z',
      BillingPeriodEnd: '2026-07-01T00:00:00Z',
    }),
  },
  {
    check: 28,
    level: 'M',
    what: 'a purchase based on usage',
    file: every({ ChargeCategory: 'Purchase' }),
  },
  {
    check: 29,
    level: 'M',
    what: 'a subcategory of another category',
    file: every({ ServiceSubcategory: 'Object Storage', ServiceCategory: 'Compute' }),
  },
  { check: 30, level: 'M', what: 'no host', file: every({ HostProviderName: null }) },
  { check: 31, level: 'M', what: 'a name without id', file: every({ ResourceId: null }) },
  { check: 31, level: 'M', what: 'no type', file: every({ ResourceType: null }) },
  { check: 32, level: 'M', what: 'the id as name', file: every({ ResourceName: clusterId }) },
  { check: 33, level: 'M', what: 'a region without name', file: every({ RegionName: null }) },
  {
    check: 33,
    level: 'M',
    what: 'a name without sub account',
    file: every({ SubAccountId: null }),
  },
  { check: 34, level: 'M', what: 'usage without SKU', file: every({ SkuId: null }) },
  { check: 34, level: 'M', what: 'usage without price', file: every({ ListUnitPrice: null }) },
  {
    check: 34,
    level: 'M',
    what: 'usage without pricing category',
    file: every({ PricingCategory: null }),
  },
  {
    check: 35,
    level: 'M',
    what: 'a quantity without SKU price',
    file: every({ SkuPriceId: null }),
  },
  {
    check: 35,
    level: 'M',
    what: 'a SKU price without price',
    file: every({ ContractedUnitPrice: null }),
  },
  { check: 36, level: 'M', what: 'a tax on a SKU', file: every({ ChargeCategory: 'Tax' }) },
  { check: 37, level: 'M', what: 'a meter without SKU', file: every({ SkuId: null }) },
  { check: 37, level: 'S', what: 'a SKU without meter', file: every({ SkuMeter: null }) },
  { check: 38, level: 'M', what: 'a quantity without unit', file: every({ PricingUnit: null }) },
  {
    check: 38,
    level: 'M',
    what: 'a unit without quantity',
    file: every({ ConsumedQuantity: null }),
  },
  {
    check: 38,
    level: 'M',
    what: 'a discounted unit without quantity',
    file: every({ CommitmentDiscountQuantity: null, CommitmentDiscountUnit: 'Hours' }),
  },
  {
    check: 39,
    level: 'M',
    what: 'unused consumption',
    file: every({ CommitmentDiscountStatus: 'Unused' }),
  },
  {
    check: 39,
    level: 'M',
    what: 'usage of nothing',
    file: every({ ConsumedQuantity: null, ConsumedUnit: null }),
  },
  { check: 40, level: 'M', what: 'a negative price', file: every({ ListUnitPrice: '-48' }) },
  {
    check: 41,
    level: 'M',
    what: 'a list cost that is a digit off',
    file: first({ ListCost: '12.000000000000000000000001' }),
  },
  {
    check: 41,
    level: 'M',
    what: 'a contracted cost that is no product',
    file: every({ ContractedUnitPrice: '1' }),
  },
  {
    check: 41,
    level: 'M',
    what: 'a rounded list cost that is more than half a digit off',
    ...definition('ListCost', { NumberScale: 4 }),
    file: first({ ListCost: '12.0001' }),
  },
  { check: 42, level: 'M', what: 'another billed cost', file: first({ BilledCost: '0' }) },
  {
    check: 43,
    level: 'M',
    what: 'a discount without id',
    file: every({ CommitmentDiscountId: null, CommitmentDiscountName: 'a' }),
  },
  {
    check: 43,
    level: 'M',
    what: 'a discount without type',
    file: every({ CommitmentDiscountId: 'a', CommitmentDiscountType: null }),
  },
  {
    check: 43,
    level: 'M',
    what: 'a discount without status',
    file: every({ CommitmentDiscountId: 'a', CommitmentDiscountStatus: null }),
  },
  {
    check: 43,
    level: 'M',
    what: 'a reservation without status',
    file: every({ CapacityReservationId: 'a', CapacityReservationStatus: null }),
  },
  {
    check: 43,
    level: 'M',
    what: 'a status without reservation',
    file: every({ CapacityReservationId: null, CapacityReservationStatus: 'Used' }),
  },
  { check: 44, level: 'S', what: 'no description', file: every({ ChargeDescription: null }) },
  { check: 45, level: 'P', what: 'a correction', file: every({ ChargeClass: 'Correction' }) },
  { check: 45, level: 'P', what: 'a credit', file: every({ ChargeCategory: 'Credit' }) },
  { check: 45, level: 'P', what: 'a negative cost', file: first({ ContractedCost: '-1' }) },

  {
    check: 46,
    level: 'M',
    what: 'an owner without method',
    file: every({ AllocatedMethodId: null }),
  },
  {
    check: 47,
    level: 'M',
    what: 'an owner without name',
    file: first({ AllocatedResourceName: null }),
  },
  { check: 48, level: 'S', what: 'no details', file: first({ AllocatedMethodDetails: null }) },
  { check: 49, level: 'P', what: 'no method', file: first({ AllocatedMethodId: null }) },
  {
    check: 49,
    level: 'P',
    what: 'the method of the other setting',
    file: every({ AllocatedMethodId: 'max-request-usage-1/apportioned' }),
  },
  {
    check: 49,
    level: 'P',
    what: 'two methods',
    file: first({ AllocatedMethodId: 'max-request-usage-1/apportioned' }),
  },
  { check: 50, level: 'P', what: 'an owner of idle', file: first({ x_AllocationState: 'Idle' }) },
  {
    check: 50,
    level: 'P',
    what: 'nobody',
    file: first({ AllocatedResourceId: null, AllocatedResourceName: null }),
  },
  { check: 50, level: 'P', what: 'an unknown state', file: first({ x_AllocationState: 'Rest' }) },
  { check: 51, level: 'M', what: 'a tag of both', file: every({ Tags: '{"app":"north"}' }) },
  {
    check: 52,
    level: 'M',
    what: 'a reserved prefix',
    file: first({ AllocatedTags: '{"costplane/owner":"me"}' }),
  },
  {
    check: 53,
    level: 'M',
    what: 'ratios that are no whole',
    ...elements('{"AllocatedRatio":0.250000000001}'),
  },
  {
    check: 53,
    level: 'M',
    what: 'quantities that are no whole',
    file: first({ PricingQuantity: '0.250000000001' }),
  },
  {
    check: 53,
    level: 'M',
    what: 'consumption that is no whole',
    file: first({ ConsumedQuantity: '0.25000000001' }),
  },
  { check: 53, level: 'M', what: 'a region of its own', file: first({ RegionName: 'eu-2' }) },
  { check: 53, level: 'M', what: 'a null of its own', file: first({ SkuMeter: null }) },
  { check: 53, level: 'M', what: 'tags of its own', file: first({ Tags: '{"a":"b"}' }) },
  { check: 53, level: 'M', what: 'a price of its own', file: first({ ListUnitPrice: '49' }) },
  {
    check: 53,
    level: 'P',
    what: 'list costs that are no whole',
    file: first({ ListCost: '12.1' }),
  },
  {
    check: 53,
    level: 'S',
    what: 'an owner twice',
    file: ({ rows }) => ({
      rows: rows.map((row, at) => (at === 1 ? { ...row, AllocatedResourceId: apiUid } : row)),
    }),
  },
  {
    check: 53,
    level: 'P',
    what: 'two rows of nobody',
    file: first({ AllocatedResourceId: null }),
  },
  {
    check: 53,
    level: 'P',
    what: 'a quantity that is not the sum of its ratios',
    ...elements('{"AllocatedRatio":0.2}'),
  },
  {
    check: 53,
    level: 'P',
    what: 'a cost that is not its share',
    file: first({ EffectiveCost: '12.1', BilledCost: '12.1' }),
  },
  {
    check: 53,
    level: 'P',
    what: 'shares of nothing',
    file: every({ EffectiveCost: '0', BilledCost: '0' }),
  },
  {
    check: 54,
    level: 'P',
    what: 'idle where every node was used',
    request: { idle: 'apportioned' },
    file: ({ rows }) => ({
      rows: [...rows, { ...rows[0], AllocatedResourceId: null, AllocatedResourceName: null }],
    }),
    expectations: { unusedNodes: new Set() },
  },
  {
    check: 54,
    level: 'P',
    what: 'no idle where a node was not used',
    request: { idle: 'apportioned' },
    expectations: { unusedNodes: new Set([`${clusterId} 2026-07-01`]) },
  },
  {
    check: 55,
    level: 'M',
    what: 'a service of two categories',
    file: first({ ServiceCategory: 'Web' }),
  },
  {
    check: 55,
    level: 'S',
    what: 'a service of two subcategories',
    file: first({ ServiceSubcategory: 'Virtual Machines' }),
  },
  { check: 56, level: 'M', what: 'a SKU price of two SKUs', file: first({ SkuId: 'other' }) },
  { check: 56, level: 'S', what: 'a SKU of two meters', file: first({ SkuMeter: 'Other' }) },
  {
    check: 57,
    level: 'M',
    what: 'a row twice',
    file: ({ rows }) => ({ rows: [...rows, rows[0]!] }),
  },
  {
    check: 57,
    level: 'P',
    what: 'a key twice',
    file: ({ rows }) => ({ rows: [...rows, { ...rows[0], RegionName: 'eu-2' }] }),
  },
  {
    check: 58,
    level: 'P',
    what: 'a workload among namespaces',
    request: { grain: 'namespace' },
    file: first({ AllocatedResourceId: apiUid, x_WorkloadKind: 'Deployment' }),
  },
  {
    check: 58,
    level: 'P',
    what: 'a namespace among workloads',
    file: (file) => first({ AllocatedResourceId: file.rows[0]!.x_NamespaceId })(file),
  },
  { check: 58, level: 'P', what: 'a workload of no kind', file: first({ x_WorkloadKind: null }) },
  {
    check: 62,
    level: 'P',
    what: 'a cluster that the key does not read',
    expectations: { allowedClusters: [] },
  },
  {
    check: 62,
    level: 'P',
    what: 'a cluster that was not asked for',
    request: { clusters: [apiUid] },
  },
  {
    check: 62,
    level: 'P',
    what: 'clusters left out in silence',
    expectations: { isPartial: true },
  },

  { check: 65, level: 'M', what: 'no schema', schema: () => ({ Schema: [] }) },
  { check: 65, level: 'M', what: 'no id', ...schemaWith({ SchemaId: undefined }) },
  { check: 65, level: 'M', what: 'no version', ...schemaWith({ FocusVersion: '1.3' }) },
  { check: 65, level: 'M', what: 'no date', ...schemaWith({ CreationDate: '2026-07-01' }) },
  { check: 65, level: 'M', what: 'no columns', ...schemaWith({ ColumnDefinition: undefined }) },
  { check: 65, level: 'M', what: 'no such instance', ...schemaWith({ DatasetInstanceId: apiUid }) },
  { check: 65, level: 'P', what: 'two ids', schema: () => ({ schema_id: apiUid }) },
  {
    check: 66,
    level: 'M',
    what: 'a column without type',
    ...definition('Tags', { DataType: undefined as never }),
  },
  {
    check: 66,
    level: 'M',
    what: 'tags without prefixes',
    ...definition('Tags', { ProviderTagPrefixes: undefined as never }),
  },
  {
    check: 66,
    level: 'S',
    what: 'a decimal without scale',
    ...definition('BilledCost', { NumberScale: undefined as never }),
  },
  {
    check: 66,
    level: 'S',
    what: 'a text without length',
    ...definition('ChargeDescription', { StringMaxLength: undefined as never }),
  },
  { check: 68, level: 'M', what: 'no deliveries', schema: () => ({ delivery_handling: {} }) },
  { check: 68, level: 'M', what: 'no corrections', schema: () => ({ correction_handling: {} }) },
  { check: 68, level: 'M', what: 'no method', schema: () => ({ allocation_method: {} }) },
  { check: 68, level: 'M', what: 'no generator', schema: () => ({ DataGenerator: {} }) },
  {
    check: 68,
    level: 'M',
    what: 'no dataset',
    schema: ({ DatasetInstance }) => ({
      DatasetInstance: DatasetInstance.map((one) => ({ ...one, FocusDatasetId: 'Billing' })),
    }),
  },
];

const expectations: Expectations = { allowedClusters: [clusterId], isPartial: false };

describe('the FOCUS validator', () => {
  for (const grain of ['workload', 'namespace'] as const) {
    it(`finds nothing in the worked example by ${grain}`, () => {
      expect(validate(exampleFile({ grain }), exampleSchema(), expectations)).to.eql([]);
    });
  }
  it('finds nothing in the worked example with idle spread', () => {
    const file = exampleFile({ idle: 'apportioned' });
    const noneUnused = { ...expectations, unusedNodes: new Set<string>() };
    expect(validate(file, exampleSchema(), noneUnused)).to.eql([]);
  });
  it('finds nothing in a few columns of it, in any combination', () => {
    const { columns: all } = exampleFile();
    for (let size = 1; size <= 8; size += 1) {
      for (let start = 0; start < all.length; start += size) {
        const columns = all.slice(start, start + size);
        const file = { ...exampleFile({ columns }), columns };
        const rows = file.rows.map((row) =>
          Object.fromEntries(columns.map((column) => [column, row[column]])),
        );
        expect(validate({ ...file, rows }, exampleSchema(columns)), columns.join()).to.eql([]);
      }
    }
  });

  describe('finds', () => {
    for (const { check, level, what, ...change } of mutations) {
      it(`${what} (check ${check}, ${level})`, () => {
        const good = exampleFile(change.request);
        const file = { ...good, ...change.file?.(good) };
        const schema = { ...exampleSchema(), ...change.schema?.(exampleSchema()) };
        const found = validate(file, schema, { ...expectations, ...change.expectations });
        expect(found.map((one) => `${one.check} ${one.level}`)).to.include(`${check} ${level}`);
      });
    }
    it('something for every check of one file', () => {
      const compared = [3, 4, 59, 60, 61, 63, 64, 67, 69];
      const numbers = Array.from({ length: 69 }, (_, index) => index + 1);
      const checked = new Set(mutations.map(({ check }) => check));
      expect(numbers.filter((check) => !checked.has(check))).to.eql(compared);
    });
  });
});
