/** Whole UTC days, both inclusive, as `YYYY-MM-DD`. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const dayMs = 86_400_000;
const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const toMs = (day: string) => Date.parse(`${day}T00:00:00Z`);

export const today = (): string => toDay(Date.now());
export const addDays = (day: string, count: number): string => toDay(toMs(day) + count * dayMs);
export const countDays = ({ from, to }: Days): number => (toMs(to) - toMs(from)) / dayMs + 1;
export const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** All days of the range, in order. */
export const listDays = (days: Days): string[] =>
  Array.from({ length: countDays(days) }, (_, index) => addDays(days.from, index));

/** Splits the range into at most this many parts of whole days; only the last part may be shorter. */
export function splitDays(days: Days, parts: number): Days[] {
  const length = Math.ceil(countDays(days) / parts);
  return Array.from({ length: Math.ceil(countDays(days) / length) }, (_, index) => {
    const from = addDays(days.from, index * length);
    const to = addDays(from, length - 1);
    return { from, to: to < days.to ? to : days.to };
  });
}

/** The period of the same length directly before the range. */
export const daysBefore = (days: Days): Days => ({
  from: addDays(days.from, -countDays(days)),
  to: addDays(days.from, -1),
});

/** The same days of the previous month; shorter if that month ends earlier. */
export function sameDaysLastMonth({ from, to }: Days): Days {
  const shift = (day: string) => {
    const lastOfPrevious = addDays(firstOfMonth(day), -1);
    const date = Math.min(Number(day.slice(8)), Number(lastOfPrevious.slice(8)));
    return `${lastOfPrevious.slice(0, 8)}${String(date).padStart(2, '0')}`;
  };
  return { from: shift(from), to: shift(to) };
}

export const presets = {
  today: 'Today',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  month: 'This month',
  'last-month': 'Last month',
} as const;
export type Preset = keyof typeof presets;

/** The days of a preset, relative to today. */
export function presetDays(preset: Preset, now = today()): Days {
  const first = firstOfMonth(now);
  switch (preset) {
    case 'today':
      return { from: now, to: now };
    case 'month':
      return { from: first, to: now };
    case 'last-month':
      return { from: firstOfMonth(addDays(first, -1)), to: addDays(first, -1) };
    default:
      return { from: addDays(now, 1 - Number(preset.slice(0, -1))), to: now };
  }
}

const dayFormat = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const dayAndYearFormat = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeZone: 'UTC',
});
const fullDayFormat = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Labels for an axis, with the year if it is not the same everywhere; `width` is in pixels. */
export function createDayLabels(first = '', last = '') {
  const hasYear = first.slice(0, 4) !== last.slice(0, 4);
  const format = hasYear ? dayAndYearFormat : dayFormat;
  return { width: hasYear ? 80 : 44, format: (day: string) => format.format(toMs(day)) };
}
export const formatFullDay = (day: string): string => fullDayFormat.format(toMs(day));

/** Without the year if it is the current one. */
export function formatDays({ from, to }: Days): string {
  if (from === to) return formatFullDay(from);
  const format = to.slice(0, 4) === today().slice(0, 4) ? dayFormat : dayAndYearFormat;
  return format.formatRange(toMs(from), toMs(to));
}

const monthFormat = new Intl.DateTimeFormat(undefined, {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const listFormat = new Intl.ListFormat();
const maxNamedMonths = 3;

/** "October 2026 is archived and not included", of months such as `2026-10`, in order. */
export function describeArchive(months: readonly string[]): string {
  const names = months.map((month) => monthFormat.format(toMs(`${month}-01`)));
  if (names.length <= maxNamedMonths)
    return `${listFormat.format(names)} ${names.length === 1 ? 'is' : 'are'} archived and not included`;
  return `${names.length} months from ${names[0]} to ${names.at(-1)} are archived and not included`;
}

const timeFormat = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});
export const formatTime = (at: string | number): string => `${timeFormat.format(new Date(at))} UTC`;

const ages = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
/** "5 minutes ago". */
export function formatAge(at: string): string {
  const minutes = Math.round((Date.parse(at) - Date.now()) / 60_000);
  if (minutes > -60) return ages.format(minutes, 'minute');
  return minutes > -2880
    ? ages.format(Math.round(minutes / 60), 'hour')
    : ages.format(Math.round(minutes / 1440), 'day');
}
