export type Resource = 'cpu' | 'memory';

/** The requests and usage of a workload in the range, in core-hours or GiB-hours. */
export interface Unused<Row> {
  readonly row: Row;
  readonly requested: number;
  readonly used: number;
  readonly unused: number;
}

export const requestedField = {
  cpu: 'cpuCoreHoursRequested',
  memory: 'memoryGibHoursRequested',
} as const;
const usedField = { cpu: 'cpuCoreHoursUsed', memory: 'memoryGibHoursUsed' } as const;

type Measured = Partial<
  Record<(typeof requestedField)[Resource] | (typeof usedField)[Resource], number>
>;

/**
 * The rows with the most unused requests, from the rows with the largest requests. The API cannot sort by
 * unused requests. But a row outside of `rows` requests, and so wastes, at most as much as the last of them
 * requests. If all results waste at least that much, they are the largest of all rows, and `areFirst` is true.
 */
export function findMostUnused<Row extends Measured>(
  rows: readonly Row[],
  resource: Resource,
  { count, isAll }: { readonly count: number; readonly isAll: boolean },
): { readonly found: readonly Unused<Row>[]; readonly areFirst: boolean } {
  const found = rows
    .flatMap((row): Unused<Row>[] => {
      const requested = row[requestedField[resource]];
      const used = row[usedField[resource]];
      if (requested === undefined || used === undefined || used >= requested) return [];
      return [{ row, requested, used, unused: requested - used }];
    })
    .toSorted((a, b) => b.unused - a.unused)
    .slice(0, count);
  const minRequested = rows.at(-1)?.[requestedField[resource]] ?? 0;
  const least = found.at(count - 1)?.unused ?? 0;
  return { found, areFirst: isAll || (found.length === count && least >= minRequested) };
}
