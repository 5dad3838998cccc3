export type Resource = 'cpu' | 'memory';

/** What a workload requested and used over some days: core-hours, or GiB-hours. */
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
 * Those that leave most unused, of rows that request most, in that order. The API does not sort by what
 * is unused; but a row that is not among these requests no more than the last of them, and so leaves no
 * more unused: whatever leaves more than that is among the first of all rows, and `areFirst` holds.
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
