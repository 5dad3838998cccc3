import { type MoneyObject, type Schemas } from '@costplane/client';
import { type Column, count, money, optional, percent, text, wide } from './column.ts';

type Row = Schemas['CostExplorerRow'];
type Summary = Schemas['CostExplorerSummary'];

/** The keys of a row, most specific first. */
const keys: readonly Column<Row>[] = [
  text('CONTAINER', 'containerName', ({ containerName }) => containerName),
  { ...text<Row>('POD', 'podName', ({ podName }) => podName), cut: 'middle' },
  ...optional<Row>(text('WORKLOAD', 'workloadName', ({ workloadName }) => workloadName)),
  text('NODE', 'nodeName', ({ nodeName }) => nodeName),
  ...optional<Row>(text('KIND', 'workloadKind', ({ workloadKind }) => workloadKind)),
  text('TYPE', 'instanceType', ({ instanceType }) => instanceType),
  text('NAMESPACE', 'namespace', ({ namespace }) => namespace),
  text('CLUSTER', 'clusterName', ({ clusterName }) => clusterName),
];

/** Columns for the keys and measures in the rows. */
export function costColumns(rows: readonly Row[], summary: Summary): Column<Row>[] {
  const { currency } = summary;
  const amount = (value: string | undefined): MoneyObject | undefined =>
    value === undefined ? undefined : { amount: value, currency };
  const total = (value: string | undefined) => ({ total: () => value ?? '-' });
  const measures = [
    {
      ...money<Row>(`COST ${currency}`, 'totalCost', (row) => amount(row.totalCost)),
      ...total(summary.totalCost),
    },
    percent<Row>('SHARE', 'costSharePercent', ({ costSharePercent }) => costSharePercent),
    ...optional<Row>(
      money('CPU', 'cpuCost', (row) => amount(row.cpuCost)),
      money('MEMORY', 'memoryCost', (row) => amount(row.memoryCost)),
      money('GPU', 'gpuCost', (row) => amount(row.gpuCost)),
    ),
    {
      ...money<Row>('IDLE', 'idleCost', (row) => amount(row.idleCost)),
      ...total(summary.idleCost),
    },
    ...wide<Row>(
      money('STORAGE', 'storageCost', (row) => amount(row.storageCost)),
      money('OVERHEAD', 'overheadCost', (row) => amount(row.overheadCost)),
      count('CPU REQ H', 'cpuCoreHoursRequested', (row) => row.cpuCoreHoursRequested),
      count('CPU USED H', 'cpuCoreHoursUsed', (row) => row.cpuCoreHoursUsed),
      count('GIB REQ H', 'memoryGibHoursRequested', (row) => row.memoryGibHoursRequested),
      count('GIB USED H', 'memoryGibHoursUsed', (row) => row.memoryGibHoursUsed),
      percent('CPU EFF', 'cpuEfficiencyPercent', (row) => row.cpuEfficiencyPercent),
      percent('MEM EFF', 'memoryEfficiencyPercent', (row) => row.memoryEfficiencyPercent),
    ),
  ];
  const labels = (['label', 'annotation'] as const).flatMap((kind) =>
    Object.keys(rows[0]?.[`${kind}s`] ?? {}).map((key) =>
      text<Row>(`${kind}:${key}`, `${kind}:${key}`, (row) => row[`${kind}s`]?.[key] ?? undefined),
    ),
  );
  const isThere = ({ read }: Column<Row>) => rows.some((row) => read(row) !== undefined);
  return [...labels, ...[...keys, ...measures].filter(isThere)];
}
