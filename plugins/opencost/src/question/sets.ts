import { invalidParameter } from './invalid-parameter.ts';
import { dayMs, hourMs, floorTo, parseStep, type Window } from './window.ts';

const mostSets = 1_000;

/** What OpenCost takes for `accumulate`, beside true and false. */
export const accumulations = [
  'true',
  'false',
  'all',
  'hour',
  'day',
  'week',
  'month',
  'quarter',
] as const;
export type Accumulation = (typeof accumulations)[number];

/** The windows of the sets of an answer, in order: they cover the window without gaps. */
export function cutIntoSets(
  window: Window,
  step: string | undefined,
  accumulate: Accumulation,
): Window[] {
  const next = chooseCut(window, step, accumulate);
  const sets: Window[] = [];
  let { start } = window;
  while (start < window.end) {
    if (sets.length === mostSets) {
      throw invalidParameter('step', `must cut the window into at most ${mostSets} sets`);
    }
    const end = Math.min(next(start), window.end);
    sets.push({ start, end });
    start = end;
  }
  return sets;
}

/** Where the set ends that begins at an instant. */
function chooseCut(
  { end }: Window,
  step: string | undefined,
  accumulate: Accumulation,
): (start: number) => number {
  const length = step === undefined ? undefined : parseStep(step);
  switch (accumulate) {
    case 'true':
    case 'all':
      return () => end;
    case 'false':
      return (start) => (length === undefined ? end : start + length);
    case 'hour':
      return (start) => floorTo(hourMs, start) + hourMs;
    case 'day':
      return (start) => floorTo(dayMs, start) + dayMs;
    case 'week':
      return (start) => floorTo(dayMs, start) + (7 - new Date(start).getUTCDay()) * dayMs;
    case 'month':
      return (start) => startOfMonth(start, 1);
    case 'quarter':
      return (start) => startOfMonth(start, 3 - (new Date(start).getUTCMonth() % 3));
  }
}

function startOfMonth(instant: number, monthsLater: number): number {
  const day = new Date(instant);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + monthsLater);
}
