import { type RepriceResult } from '@costplane/ingest';
import { formatFixedPoint, parseFixedPoint } from '@costplane/pricing';
import { CommandError } from '../command-error.ts';
import { counted } from '../counted.ts';
import { explainQueryFailure } from '../database/explain-query-failure.ts';
import { describeStart } from './describe-start.ts';
import { type PricePreview } from './preview-repricing.ts';
import { type RepriceOutcome } from './reprice.ts';

export const describeRepriced = ({ result }: RepriceOutcome) =>
  `Repriced: ${describeHours(result)}`;

export function describePreview(preview: NonNullable<PricePreview['repricing']>): string[] {
  const { costBefore, costAfter, currency, seconds } = preview;
  const [before, after] = [costBefore, costAfter].map(parseFixedPoint) as [bigint, bigint];
  const change = `${after < before ? '' : '+'}${inCents(after - before)}`;
  return [
    `Would be repriced: ${describeHours(preview)}`,
    `They cost ${inCents(before)} ${currency}, and would cost ${inCents(after)} (${change}); it takes about ${counted(seconds, 'second')}`,
  ];
}

/** Rounded half away from zero. */
function inCents(amount: bigint): string {
  const cent = 10n ** 10n;
  const half = amount < 0n ? -cent / 2n : cent / 2n;
  const [whole, decimals = ''] = formatFixedPoint(((amount + half) / cent) * cent).split('.');
  return `${whole ?? ''}.${decimals.padEnd(2, '0')}`;
}

function describeHours({ clusters, hours, skippedHours, changingHours }: RepriceResult): string {
  const left = [
    ...(skippedHours > 0
      ? [`${counted(skippedHours, 'hour')} of days whose quantities are not stored`]
      : []),
    ...(changingHours > 0 ? [`${counted(changingHours, 'hour')} within which prices change`] : []),
  ];
  const asBefore = left.length > 0 ? `; unchanged: ${left.join(', ')}` : '';
  return `${counted(hours, 'hour')} of ${counted(clusters, 'cluster')}${asBefore}`;
}

/** The error when the book is set, but not all recorded costs have been recomputed. */
export function describeUnfinished(
  { days, daysDone, failure, isStopped }: RepriceOutcome,
  from: Date,
): CommandError {
  const sofar =
    days === 0 ? 'no costs are' : `the costs of only ${daysDone} of ${describeDays(days)} are`;
  const reason = isStopped ? '' : ` (${describeReason(failure)})`;
  return new CommandError(
    `The prices apply from ${describeStart(from)} on, but ${sofar} recomputed so far${reason}; run the same command again to finish`,
    { cause: failure },
  );
}

const describeDays = (days: number) => `${counted(days, 'day')} of clusters`;

/** Without the suggested fix, because the message has its own. */
function describeReason(failure: unknown): string {
  const explained = explainQueryFailure(failure);
  const { message } = explained instanceof Error ? explained : new Error(String(explained));
  return message.split(/[;\n]/, 1)[0] ?? '';
}

export function toRepricedDocument({ days, daysDone, result }: RepriceOutcome) {
  return {
    clusters: result.clusters,
    hours: result.hours,
    skipped_hours: result.skippedHours,
    changing_hours: result.changingHours,
    days,
    days_done: daysDone,
  };
}

export const toPreviewDocument = (preview: NonNullable<PricePreview['repricing']>) => ({
  clusters: preview.clusters,
  hours: preview.hours,
  skipped_hours: preview.skippedHours,
  changing_hours: preview.changingHours,
  cost_before: preview.costBefore,
  cost_after: preview.costAfter,
  seconds: preview.seconds,
});
