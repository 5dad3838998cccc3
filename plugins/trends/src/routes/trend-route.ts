import { acceptsBasis, enumParameter, integerParameter, withDefault } from '@costplane/plugin-api';
import { costTrendSchema } from '../resources/cost-trend-schema.ts';
import { refuseTrend } from '../trend/refuse-trend.ts';
import { granularities, trendTypes } from '../trend/trend-request.ts';

/** 9999-12-31T23:00:00Z: the last hour that the contract's timestamps can represent. */
const lastInstant = 253_402_297_200;

const instant = (description: string) =>
  integerParameter({ minimum: 0, maximum: lastInstant }, description, {
    code: 'VALIDATION_ERROR',
    missingCode: 'BAD_REQUEST',
  });

/** The query parameters that all trends share (contract, "Cost trends"). */
const trendParameters = {
  start: instant('Start of the window as Unix time in seconds, rounded down to the hour.'),
  end: instant(
    'End of the window as Unix time in seconds, rounded up to the hour; after `start`, by at ' +
      'most five years.',
  ),
  type: withDefault(
    enumParameter(
      trendTypes,
      '`run_rate`: cost per month at the rate of each bucket. `breakdown`: cost of each ' +
        'bucket.',
    ),
    'run_rate',
  ),
  granularity: withDefault(
    enumParameter(
      ['auto', ...granularities],
      'Size of the buckets. `auto` is hourly up to 14 days, otherwise daily; a breakdown is ' +
        'daily and cannot be hourly. `hourly` allows at most 60 days.',
    ),
    'auto',
  ),
} as const;

/** Settings that all trends share. */
export const trendRoute = {
  method: 'get',
  tag: 'Cost trends',
  query: trendParameters,
  refuse: refuseTrend,
  basis: acceptsBasis,
  cacheable: true,
  response: costTrendSchema,
} as const;
