import { named, text } from '@costplane/plugin-api/schema';
import { Type } from 'typebox';
import { hourMs, type Window } from '../question/window.ts';
import { round } from './figures.ts';

const toTime = (instant: number) => new Date(instant).toISOString().replace(/\.\d+Z/, 'Z');
export const toWindow = ({ start, end }: Window) => ({ start: toTime(start), end: toTime(end) });

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

export function describeTime(set: Window, covered = set) {
  const start = Math.min(Math.max(set.start, covered.start), set.end);
  const end = Math.max(Math.min(set.end, covered.end), set.start);
  const hours = (end - start) / hourMs;
  return {
    hours,
    fields: { window: toWindow(set), ...toWindow({ start, end }), minutes: round(hours * 60) },
  };
}
