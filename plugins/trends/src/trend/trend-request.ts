/** Bucket sizes; buckets start on UTC hours, days, ISO weeks and months (decision 30). */
export const granularities = ['hourly', 'daily', 'weekly', 'monthly'] as const;
export type Granularity = (typeof granularities)[number];

/** What a point says of its bucket (decision 31). */
export const trendTypes = ['run_rate', 'breakdown'] as const;
export type TrendType = (typeof trendTypes)[number];

/** The query of a trend, as a client sends it; `start` and `end` are epoch seconds. */
export interface TrendRequest {
  readonly start: number;
  readonly end: number;
  readonly type: TrendType;
  readonly granularity: 'auto' | Granularity;
}

/** Instants, the end excluded. */
export interface Period {
  readonly start: Date;
  readonly end: Date;
}

/** A trend that is asked for, with nothing left to be chosen. */
export interface ResolvedTrend {
  /** Whole UTC hours. */
  readonly window: Period;
  readonly type: TrendType;
  readonly granularity: Granularity;
}

export const hourSeconds = 3_600;
export const daySeconds = 86_400;

/** Widens the window to whole hours and picks the granularity that `auto` stands for. */
export function resolveTrend({ start, end, type, granularity }: TrendRequest): ResolvedTrend {
  return {
    window: {
      start: new Date(Math.floor(start / hourSeconds) * hourSeconds * 1_000),
      end: new Date(Math.ceil(end / hourSeconds) * hourSeconds * 1_000),
    },
    type,
    granularity: granularity === 'auto' ? automatic(end - start, type) : granularity,
  };
}

const longestAutomaticHourlySeconds = 14 * daySeconds;

const automatic = (seconds: number, type: TrendType): Granularity =>
  type === 'run_rate' && seconds <= longestAutomaticHourlySeconds ? 'hourly' : 'daily';
