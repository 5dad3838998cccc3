import { enumParameter, integerParameter, withDefault } from '@costplane/plugin-api';
import { granularities, trendTypes } from '../trend/trend-request.ts';

/** 9999-12-31T23:00:00Z: the last hour that the contract's timestamps can name. */
const lastInstant = 253_402_297_200;

const instant = (description: string) =>
  integerParameter({ minimum: 0, maximum: lastInstant }, description, {
    code: 'VALIDATION_ERROR',
    missingCode: 'BAD_REQUEST',
  });

/** The query parameters that all trends share (contract, "Cost trends"). */
export const trendParameters = {
  start: instant('Start of the window: Unix time in seconds. Widened to the whole hour before it.'),
  end: instant(
    'End of the window, after `start` and at most five years later: Unix time in seconds. Widened ' +
      'to the whole hour after it.',
  ),
  type: withDefault(
    enumParameter(
      trendTypes,
      'Cost per month at the pace of each bucket, or what each bucket has cost.',
    ),
    'run_rate',
  ),
  granularity: withDefault(
    enumParameter(
      ['auto', ...granularities],
      '`auto` is hourly up to 14 days, then daily; daily for a breakdown, which cannot be hourly. ' +
        '`hourly` is for at most 60 days.',
    ),
    'auto',
  ),
} as const;
