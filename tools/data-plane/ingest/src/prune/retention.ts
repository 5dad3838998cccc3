/** How long is kept what nobody looks at any more. */
export interface Retention {
  /** Whole months of hourly rows before the current month. */
  hourlyMonths: number;
  /** Whole months of daily and monthly rows before the current month. */
  dailyMonths: number;
  /** Days since an object disappeared from its cluster. */
  goneDays: number;
}
