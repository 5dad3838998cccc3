import { type RawBuilder, sql } from 'kysely';
import { type MeasureName, measureNames } from '../question/measure.ts';
import { type SumName } from './sums.ts';

interface Measure {
  readonly needs: readonly SumName[];
  /** Largest difference of two sums that round to the same amount; unset if order is not preserved. */
  readonly slack?: number;
  /** The displayed value, from the sums in `cost` and the `total` of all rows; null when unknown. */
  readonly shown: (total: RawBuilder<unknown>) => RawBuilder<string | null>;
}

const amount = (sum: SumName): Measure => ({
  needs: [sum],
  slack: 0.36,
  shown: () => sql`round(${sql.ref(`cost.${sum}`)} / 3600, 4)`,
});

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
  cpuCoreHoursRequested: amount('cpu_requested'),
  cpuCoreHoursUsed: amount('cpu_used'),
  memoryGibHoursRequested: gibHours('memory_requested'),
  memoryGibHoursUsed: gibHours('memory_used'),
  cpuEfficiencyPercent: efficiency('cpu_used', 'cpu_requested'),
  memoryEfficiencyPercent: efficiency('memory_used', 'memory_requested'),
  costSharePercent: {
    needs: ['total'],
    shown: (total) => sql`round(cost.total * 100 / nullif(${total}, 0), 2)`,
  },
};

const byField: Readonly<Partial<Record<string, Measure>>> = measures;

/** The sums that a measure needs; none for other fields. */
export const requiredSums = (field: string): readonly SumName[] => byField[field]?.needs ?? [];

/** The sum that orders rows by a measure, and its slack; `undefined` if no single sum does. */
export function orderingSum(
  field: string,
): { readonly sum: SumName; readonly slack: number } | undefined {
  const { needs: [sum] = [], slack } = byField[field] ?? {};
  return sum === undefined || slack === undefined ? undefined : { sum, slack };
}

/** A measure, or null if a sum that it needs was not produced; `total` is that of all rows. */
export function shownMeasure(
  name: MeasureName,
  produced: readonly SumName[],
  total: RawBuilder<unknown>,
): RawBuilder<string | null> {
  const { needs, shown } = measures[name];
  return needs.every((sum) => produced.includes(sum)) ? shown(total) : sql`null::numeric`;
}

/** Every measure, aliased by its name. */
export const shownMeasures = (
  produced: readonly SumName[],
  total: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql.join(
    measureNames.map((name) => sql`${shownMeasure(name, produced, total)} as ${sql.ref(name)}`),
  );
