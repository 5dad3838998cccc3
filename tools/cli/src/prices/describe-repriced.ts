import { CommandError } from '../command-error.ts';
import { counted } from '../counted.ts';
import { explainQueryFailure } from '../database/explain-query-failure.ts';
import type { RepriceOutcome } from './reprice.ts';

export function describeRepriced({ result }: RepriceOutcome): string {
  const { clusters, hours, skippedHours, changingHours } = result;
  const left = [
    ...(skippedHours > 0
      ? [`${counted(skippedHours, 'hour')} of days whose quantities are not stored`]
      : []),
    ...(changingHours > 0 ? [`${counted(changingHours, 'hour')} within which prices change`] : []),
  ];
  const asBefore = left.length > 0 ? `; left as before: ${left.join(', ')}` : '';
  return `Priced anew: ${counted(hours, 'hour')} of ${counted(clusters, 'cluster')}${asBefore}`;
}

/** What to say where the book holds, but not all of what is accounted for has its prices. */
export function describeUnfinished(
  { days, daysDone, failure, isStopped }: RepriceOutcome,
  from: Date,
): CommandError {
  const sofar =
    days === 0 ? 'nothing that is accounted for has' : `only ${daysDone} of ${daysOf(days)} have`;
  const reason = isStopped ? '' : ` (${reasonOf(failure)})`;
  return new CommandError(
    `The prices hold from ${from.toISOString().slice(0, 10)} on, but ${sofar} them so far${reason}; run the same command again to finish`,
    { cause: failure },
  );
}

const daysOf = (days: number) => `${counted(days, 'day')} of clusters`;

/** Without how to mend it, which the line says itself. */
function reasonOf(failure: unknown): string {
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
