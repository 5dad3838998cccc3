import { type FileOptions } from '../../api/focus.ts';
import { isNameIn } from '../../parts/address.ts';
import { addDays, type Days } from '../../parts/days.ts';
import { useView } from '../../parts/view.tsx';

export const formats = {
  csv: 'CSV',
  jsonl: 'JSON Lines',
  parquet: 'Apache Parquet',
} as const;
export const grains = {
  workload: 'One row per workload',
  namespace: 'One row per namespace',
} as const;
export const idles = {
  unallocated: 'Idle capacity in separate rows',
  apportioned: 'Idle capacity distributed over workloads',
} as const;

/** The options of the file in the URL; without columns or clusters, all are exported. */
interface Chosen {
  readonly days: Days;
  readonly format: keyof typeof formats;
  readonly grain: keyof typeof grains;
  readonly idle: keyof typeof idles;
  readonly columns: readonly string[] | undefined;
  readonly clusterIds: readonly string[] | undefined;
}

/** The default is a whole month, because files that overlap would count days twice. */
export const defaultPreset = 'last-month';

export function useChosen() {
  const { search, days, change } = useView(defaultPreset);
  const chosen: Chosen = {
    days,
    format: choose(formats, search.format, 'csv'),
    grain: choose(grains, search.grain, 'workload'),
    idle: choose(idles, search.idle, 'unallocated'),
    columns: readNames(search.columns),
    clusterIds: readNames(search.clusters),
  };
  return { chosen, change };
}

const choose = <Name extends string>(
  names: Readonly<Record<Name, string>>,
  value: unknown,
  otherwise: Name,
): Name => (isNameIn(names, value) ? value : otherwise);

const readNames = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.every((name) => typeof name === 'string') && value.length > 0
    ? value
    : undefined;

/** The end in the API is exclusive. */
export const toFileQuery = ({
  days,
  format,
  grain,
  idle,
  columns,
  clusterIds,
}: Chosen): FileOptions => ({
  from: days.from,
  to: addDays(days.to, 1),
  format,
  grain,
  idle,
  ...(columns && { columns: [...columns] as NonNullable<FileOptions['columns']> }),
  ...(clusterIds && { cluster_id: [...clusterIds] }),
});

export const toSchemaQuery = (chosen: Chosen) => {
  const { grain, idle, columns } = toFileQuery(chosen);
  return {
    ...(grain && { grain }),
    ...(idle && { idle }),
    ...(columns && { columns }),
  };
};

export const fileName = ({ days, grain, format }: Chosen): string =>
  `focus-${grain}-${days.from}-${addDays(days.to, 1)}.${format}`;
