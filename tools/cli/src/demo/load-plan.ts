import type { Scale } from '@costplane/sample';

/** How the past of a demo fleet is made, so that a large one is loaded in minutes too. */
export interface LoadPlan {
  /** What a day is like, so many days before today; days that are alike are accounted for once. */
  dayKind: (daysAgo: number, isWeekend: boolean) => string;
  /** For how many days single workloads have hours; null: for all of them. */
  detailDays: number | null;
  /** Of how many clusters it is recorded what containers used, for the rightsizing engine. */
  measuredClusters: number;
}

const weekdays = (isWeekend: boolean) => (isWeekend ? 'weekend' : 'weekdays');
const inTurns = (days: number) => (daysAgo: number, isWeekend: boolean) =>
  `${weekdays(isWeekend)} ${Math.floor(daysAgo / days)}`;

/** Days of which each is like no other. */
const distinctDays = 7;
const byWeek = inTurns(7);

export const loadPlans: Record<Scale, LoadPlan> = {
  small: {
    dayKind: (daysAgo, isWeekend) =>
      daysAgo <= distinctDays ? `day ${daysAgo}` : byWeek(daysAgo, isWeekend),
    detailDays: null,
    measuredClusters: Infinity,
  },
  medium: { dayKind: inTurns(30), detailDays: 7, measuredClusters: 6 },
  large: { dayKind: inTurns(45), detailDays: 2, measuredClusters: 6 },
};

const day_ms = 86_400_000;

/** Names what a day is like, for a load on a day. */
export function alikeDays({ dayKind }: LoadPlan, today: number): (day: Date) => string {
  return (day) => dayKind((today - day.getTime()) / day_ms, [0, 6].includes(day.getUTCDay()));
}
