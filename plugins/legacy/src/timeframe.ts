export const timeframes = ['1h', '24h', '7d', '30d', '90d', '360d'] as const;
export type Timeframe = (typeof timeframes)[number];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const lengthMs: Readonly<Record<Timeframe, number>> = {
  '1h': hourMs,
  '24h': dayMs,
  '7d': 7 * dayMs,
  '30d': 30 * dayMs,
  '90d': 90 * dayMs,
  '360d': 360 * dayMs,
};

/** The start of a timeframe that ends now. */
export const timeframeStart = (timeframe: Timeframe, now: Date): Date =>
  new Date(now.getTime() - lengthMs[timeframe]);

/** The bucket size of a timeframe: hourly up to a week, otherwise daily. */
export const granularity = (timeframe: Timeframe): 'hour' | 'day' =>
  lengthMs[timeframe] <= 7 * dayMs ? 'hour' : 'day';
