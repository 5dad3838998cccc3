import { demoDayKind, type Scale } from '@costplane/sample';

/** How the history of a demo fleet is generated, so that even a large one loads in minutes. */
export interface LoadPlan {
  /** Kind of a day, by its distance from today (from 1). Days of the same kind are computed only once. */
  dayKind: (daysAgo: number, isWeekend: boolean) => string;
  /** Number of days with hourly rows per workload and with the quantities for repricing; null: all days. */
  detailDays: number | null;
  /** Number of clusters with container usage, which the rightsizing engine needs. */
  measuredClusters: number;
}

/** All weekdays of a block of days are of one kind, and all weekend days of another. */
const inTurns = (days: number) => (daysAgo: number, isWeekend: boolean) =>
  `${isWeekend ? 'weekend' : 'weekdays'} ${Math.floor((daysAgo - 1) / days)}`;
const byWeek = inTurns(7);

/** The most recent days, each of its own kind. */
const distinctDays = 7;

export const loadPlans: Record<Scale, LoadPlan> = {
  small: {
    dayKind: (daysAgo, isWeekend) =>
      daysAgo <= distinctDays ? `day ${daysAgo}` : byWeek(daysAgo, isWeekend),
    detailDays: null,
    measuredClusters: Infinity,
  },
  medium: { dayKind: inTurns(45), detailDays: 2, measuredClusters: 2 },
  large: { dayKind: inTurns(45), detailDays: 2, measuredClusters: 1 },
};

/** Queries over a week use hourly rows; more of them would be most of the load. */
const quickDetailDays = 7;

/**
 * For a user who waits: usage for the engine is recorded later, and a small fleet has the same days
 * throughout, except for workloads that follow the calendar.
 */
export const quickly = (plan: LoadPlan): LoadPlan => ({
  ...plan,
  ...(plan === loadPlans.small && { dayKind: () => 'any', detailDays: quickDetailDays }),
  measuredClusters: 0,
});

const dayMs = 86_400_000;

/** Returns a function that names the kind of a cluster's day. */
export function alikeDays(
  { dayKind }: LoadPlan,
  { cluster, today }: { cluster: string; today: number },
): (day: Date) => string {
  return (day) => {
    const daysAgo = (today - day.getTime()) / dayMs;
    const isWeekend = [0, 6].includes(day.getUTCDay());
    return `${dayKind(daysAgo, isWeekend)} ${demoDayKind(cluster, day)}`;
  };
}
