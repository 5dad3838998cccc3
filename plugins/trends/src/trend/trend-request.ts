/** Bucket sizes; buckets start on UTC hours, days, ISO weeks and months (decision 30). */
export const granularities = ['hourly', 'daily', 'weekly', 'monthly'] as const;
export type Granularity = (typeof granularities)[number];

/** What the value of a point means (decision 31). */
export const trendTypes = ['run_rate', 'breakdown'] as const;
export type TrendType = (typeof trendTypes)[number];

/** The query parameters of a trend; `start` and `end` are epoch seconds. */
export interface TrendRequest {
  readonly start: number;
  readonly end: number;
  readonly type: TrendType;
  readonly granularity: 'auto' | Granularity;
}

/** Instants; the end is exclusive. */
export interface Period {
  readonly start: Date;
  readonly end: Date;
}

/** A trend request without open choices. */
export interface ResolvedTrend {
  /** Whole UTC hours. */
  readonly window: Period;
  readonly type: TrendType;
  readonly granularity: Granularity;
}

export const hourSeconds = 3_600;
export const daySeconds = 86_400;

/** Expands the window to whole hours and resolves the granularity `auto`. */
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
