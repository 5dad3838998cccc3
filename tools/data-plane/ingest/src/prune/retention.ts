/** Retention of history and deleted objects. */
export interface Retention {
  /** Whole months of hourly rows to keep, before the current month. */
  hourlyMonths: number;
  /** Whole months of daily rows and their sums to keep, before the current month. */
  dailyMonths: number;
  /** Days to keep an object after it was deleted from its cluster. */
  goneDays: number;
}
