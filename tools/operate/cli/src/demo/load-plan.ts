import { demoDayKind, type Scale } from '@costplane/sample';

/** How the past of a demo fleet is made, so that a large one is loaded in minutes too. */
export interface LoadPlan {
  /** What a day is like, so many days (from 1) before today; alike days are accounted for once. */
  dayKind: (daysAgo: number, isWeekend: boolean) => string;
  /**
   * For how many days single workloads have hours, and the ledger what it takes to price them anew;
   * null: for all of them.
   */
  detailDays: number | null;
  /** Of how many clusters it is recorded what containers used, for the rightsizing engine. */
  measuredClusters: number;
}

/** Weekdays are alike, and so are days of weekends, for so many days. */
const inTurns = (days: number) => (daysAgo: number, isWeekend: boolean) =>
  `${isWeekend ? 'weekend' : 'weekdays'} ${Math.floor((daysAgo - 1) / days)}`;
const byWeek = inTurns(7);

/** Days of which each is like no other. */
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

/** A window of a week has hours; a longer history of them would be most of the load. */
const quickDetailDays = 7;

/**
 * For who waits to see something: what the engine needs is left for later, and what of a small fleet
 * does not come and go by the calendar is the same throughout.
 */
export const quickly = (plan: LoadPlan): LoadPlan => ({
  ...plan,
  ...(plan === loadPlans.small && { dayKind: () => 'any', detailDays: quickDetailDays }),
  measuredClusters: 0,
});

const dayMs = 86_400_000;

/** Names what a day of a cluster is like, for a load on a day. */
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
