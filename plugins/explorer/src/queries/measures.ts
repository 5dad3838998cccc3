import { type RawBuilder, sql } from 'kysely';
import { type MeasureName, measureNames } from '../question/measure.ts';
import { type SumName } from './sums.ts';

interface Measure {
  readonly needs: readonly SumName[];
  /** By how much sums may differ that are shown alike, where it is shown in their order. */
  readonly slack?: number;
  /** As it is shown, of the sums of `cost` and the `total` of all rows; null is not known. */
  readonly shown: (total: RawBuilder<unknown>) => RawBuilder<string | null>;
}

const amount = (sum: SumName): Measure => ({
  needs: [sum],
  slack: 0.36,
  shown: () => sql`round(${sql.ref(`cost.${sum}`)} / 3600, 4)`,
});

const coreHours = amount;

const gibHours = (sum: SumName): Measure => ({
  needs: [sum],
  shown: () => sql`round(${sql.ref(`cost.${sum}`)} / 3600 / 1073741824, 4)`,
});

const efficiency = (used: SumName, requested: SumName): Measure => ({
  needs: [used, requested],
  shown: () => sql`round(
    ${sql.ref(`cost.${used}`)} * 100 / nullif(${sql.ref(`cost.${requested}`)}, 0), 2)`,
});

/** The measures of decision 35. */
const measures: Readonly<Record<MeasureName, Measure>> = {
  totalCost: amount('total'),
  cpuCost: amount('cpu'),
  memoryCost: amount('memory'),
  gpuCost: amount('gpu'),
  storageCost: amount('storage'),
  idleCost: amount('idle'),
  overheadCost: amount('overhead'),
  cpuCoreHoursRequested: coreHours('cpu_requested'),
  cpuCoreHoursUsed: coreHours('cpu_used'),
  memoryGibHoursRequested: gibHours('memory_requested'),
  memoryGibHoursUsed: gibHours('memory_used'),
  cpuEfficiencyPercent: efficiency('cpu_used', 'cpu_requested'),
  memoryEfficiencyPercent: efficiency('memory_used', 'memory_requested'),
  costSharePercent: {
    needs: ['total'],
    shown: (total) => sql`round(cost.total * 100 / nullif(${total}, 0), 2)`,
  },
};

/** The sums that a field is made of; none where it is no measure. */
export function requiredSums(field: string): readonly SumName[] {
  const byName: Readonly<Partial<Record<string, Measure>>> = measures;
  return byName[field]?.needs ?? [];
}

/** The sum that rows are ordered by where they are by a measure, and by how much equal ones differ. */
export function orderingSum(
  field: string,
): { readonly sum: SumName; readonly slack: number } | undefined {
  const byName: Readonly<Partial<Record<string, Measure>>> = measures;
  const { needs: [sum] = [], slack } = byName[field] ?? {};
  return sum === undefined || slack === undefined ? undefined : { sum, slack };
}

/** A measure, if these sums are enough for it; `cost` has the sums, and `total` is that of all rows. */
export function shownMeasure(
  name: MeasureName,
  produced: readonly SumName[],
  total: RawBuilder<unknown>,
): RawBuilder<string | null> {
  const { needs, shown } = measures[name];
  return needs.every((sum) => produced.includes(sum)) ? shown(total) : sql`null::numeric`;
}

/** Every measure under its name. */
export const shownMeasures = (
  produced: readonly SumName[],
  total: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql.join(
    measureNames.map((name) => sql`${shownMeasure(name, produced, total)} as ${sql.ref(name)}`),
  );
