import { dayMs, type Part } from '../accrue/interval.ts';

/** Days with the same cost: the one that is computed, and those that it represents. */
export interface AlikeDays {
  template: Part;
  /** Start times in Unix milliseconds, including that of the template. */
  days: readonly number[];
}

/**
 * Groups the whole days of a history by their kind, each represented by its last day; partial days
 * are computed individually.
 */
export function findAlikeDays(
  days: readonly Part[],
  alike: (day: Date) => string,
): { kinds: AlikeDays[]; cut: Part[] } {
  const whole = days.filter(isWhole);
  const kinds = [...Map.groupBy(whole, ({ bucket }) => alike(new Date(bucket))).values()];
  return {
    kinds: kinds.flatMap((parts) => {
      const template = parts.at(-1);
      return template ? [{ template, days: parts.map(({ bucket }) => bucket) }] : [];
    }),
    cut: days.filter((day) => !isWhole(day)),
  };
}

const isWhole = ({ from, to }: Part) => to - from === dayMs;
