import { namedObject, text } from '@costplane/plugin-api/schema';
import { Type } from 'typebox';
import { round } from '../ledger/figures.ts';
import { toTime } from '../ledger/read-ledger.ts';
import { type Window } from '../question/window.ts';

export const windowSchema = namedObject('OpencostWindow', 'A window of time.', {
  start: text('Start, RFC 3339, UTC.'),
  end: text('End (exclusive).'),
});

/** The window of a set, and the part of it that has history. */
export const timeFields = {
  window: windowSchema,
  start: text('Start of the history in the window.'),
  end: text('End of the history in the window.'),
  minutes: Type.Number({ description: 'Minutes from start to end.' }),
};
export type Time = ReturnType<typeof describeTime>;

export const describeWindow = ({ start, end }: Window) => ({
  start: toTime(start),
  end: toTime(end),
});

export function describeTime(window: Window, covered: Window) {
  const start = Math.min(Math.max(window.start, covered.start), window.end);
  const end = Math.max(Math.min(window.end, covered.end), window.start);
  const minutes = round((end - start) / 60_000);
  return { window: describeWindow(window), ...describeWindow({ start, end }), minutes };
}
