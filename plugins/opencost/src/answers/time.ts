import { named, text } from '@costplane/plugin-api/schema';
import { Type } from 'typebox';
import { hourMs, type Window } from '../question/window.ts';
import { round } from './figures.ts';

const toTime = (instant: number) => new Date(instant).toISOString().replace(/\.\d+Z/, 'Z');
const toTimes = ({ start, end }: Window) => ({ start: toTime(start), end: toTime(end) });

export const windowSchema = named(
  'OpencostWindow',
  Type.Object({
    start: text('When it begins, RFC 3339, UTC.'),
    end: text('When it ends; not included.'),
  }),
  'A window of time.',
);

/** The fields that say when something was: the window, and what of it has a history. */
export const timeFields = {
  window: windowSchema,
  start: text('When the history of the window begins.'),
  end: text('When the history of the window ends.'),
  minutes: Type.Number({ description: 'From start to end.' }),
};

export function describeTime(window: Window, covered = window) {
  const start = Math.min(Math.max(window.start, covered.start), window.end);
  const end = Math.max(Math.min(window.end, covered.end), window.start);
  const minutes = round(((end - start) / hourMs) * 60);
  return { window: toTimes(window), ...toTimes({ start, end }), minutes };
}
