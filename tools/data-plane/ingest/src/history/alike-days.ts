import { dayMs, type Part } from '../accrue/interval.ts';

/** Days that cost the same: the one that is accounted for, and all that it stands for. */
export interface AlikeDays {
  template: Part;
  /** When they begin, in Unix milliseconds; the template's own among them. */
  days: readonly number[];
}

/**
 * The whole days of a history by what they are like, each kind known by its last day; and the rest,
 * of which only a part is accounted for.
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
