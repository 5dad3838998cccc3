import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { type Basis, type CostMode, type Costing } from '../api/questions.ts';
import { isNameIn } from './address.ts';
import { type Days, formatDays, type Preset, presetDays, presets, today } from './days.ts';
import './view.css';

/** The URL parameters that all views share. */
export interface ViewSearch {
  readonly range?: Preset;
  readonly from?: string;
  readonly to?: string;
  readonly mode?: CostMode;
  readonly basis?: Basis;
  readonly [own: string]: unknown;
}

const firstDay = '2000-01-01';

const isDay = (text: unknown): text is string => {
  if (typeof text !== 'string' || !/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

/** Drops invalid values of the shared parameters; a view reads its own parameters itself. */
export function readViewSearch(search: Record<string, unknown>): ViewSearch {
  const { range, from, to, mode, basis, ...own } = search;
  return {
    ...own,
    ...(isNameIn(presets, range) && { range }),
    ...(isDay(from) && isDay(to) && from <= to && { from, to }),
    ...((mode === 'workload_only' || mode === 'fully_loaded') && { mode }),
    ...((basis === 'all' || basis === 'legacy') && { basis }),
  };
}

/** Validated again, because the router keeps parameters that `validateSearch` removes, such as an unknown range. */
const useViewSearch = (): ViewSearch => readViewSearch(useSearch({ strict: false }));

/** The URL parameters of the view, with defaults. */
export function useView(defaultPreset: Preset = '30d') {
  const search = useViewSearch();
  const navigate = useNavigate();
  const { from, to, range = defaultPreset, mode = 'fully_loaded', basis = 'legacy' } = search;
  const days: Days = from !== undefined && to !== undefined ? { from, to } : presetDays(range);
  const costing: Costing = { cost_mode: mode, basis };
  return {
    search,
    days,
    preset: from === undefined ? range : undefined,
    costing,
    /** Changes URL parameters; `undefined` removes one. Lists return to their first page. */
    change: (values: Partial<Record<string, unknown>>) =>
      void navigate({
        to: '.',
        // The current value: there may be two changes before the next render.
        search: (now: Record<string, unknown>) => ({
          ...readViewSearch(now),
          cursor: undefined,
          page: undefined,
          ...values,
        }),
        replace: true,
        resetScroll: false,
      }),
  };
}

/** The parameters that links to other views keep: range, cost mode and basis. */
export function useKept(): ViewSearch {
  const { range, from, to, mode, basis } = useViewSearch();
  return { range, from, to, mode, basis };
}

interface ViewProps {
  readonly title: string;
  /** Breadcrumbs. */
  readonly trail?: readonly { readonly label: string; readonly to: string }[];
  /** The settings that apply to this view. */
  readonly has?: readonly ('range' | 'mode' | 'basis')[];
  readonly defaultPreset?: Preset;
  /** Marks for unusual states of the resource. */
  readonly marks?: ReactNode;
  /** More settings, such as filters. */
  readonly controls?: ReactNode;
  readonly children: ReactNode;
}

export function View({
  title,
  trail = [],
  has = [],
  defaultPreset,
  marks,
  controls,
  children,
}: ViewProps) {
  const kept = useKept();
  useEffect(() => {
    document.title = `${title} · Costplane`;
  }, [title]);
  return (
    <main id="view" tabIndex={-1}>
      <header className="view-head">
        {trail.length > 0 && (
          <nav aria-label="Breadcrumb" className="trail">
            {trail.map(({ label, to }) => (
              <Link key={to} to={to} search={kept as never}>
                {label}
              </Link>
            ))}
          </nav>
        )}
        <h1>{title}</h1>
        {marks && <div>{marks}</div>}
        <div className="view-controls">
          {has.includes('range') && <RangeControl {...(defaultPreset && { defaultPreset })} />}
          {has.includes('mode') && <ModeControl />}
          {has.includes('basis') && <BasisControl />}
          {controls}
        </div>
      </header>
      {children}
    </main>
  );
}

function RangeControl({ defaultPreset }: { readonly defaultPreset?: Preset }) {
  const { days, preset, change } = useView(defaultPreset);
  return (
    <fieldset className="range">
      <legend className="visually-hidden">Range, in whole UTC days</legend>
      <select
        aria-label="Range"
        value={preset ?? 'own'}
        onChange={({ target: { value } }) => {
          if (value === 'own') change({ ...days, range: undefined });
          else change({ range: value, from: undefined, to: undefined });
        }}
      >
        {Object.entries(presets).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
        <option value="own">From … to …</option>
      </select>
      {preset === undefined ? (
        <>
          <DayInput
            label="From"
            day={days.from}
            onChange={(from) => change({ from, to: from > days.to ? from : days.to })}
          />
          <DayInput
            label="To, inclusive"
            day={days.to}
            onChange={(to) => change({ from: to < days.from ? to : days.from, to })}
          />
        </>
      ) : (
        <span className="unit">{formatDays(days)}, UTC</span>
      )}
    </fieldset>
  );
}

/** Changes on Enter and blur, because a partly typed year is a valid date. */
function DayInput({
  label,
  day,
  onChange,
}: {
  readonly label: string;
  readonly day: string;
  readonly onChange: (day: string) => void;
}) {
  const [typed, setTyped] = useState(day);
  useEffect(() => setTyped(day), [day]);
  const apply = (input: HTMLInputElement) => {
    if (typed === day) return;
    if (typed !== '' && input.validity.valid) onChange(typed);
    else setTyped(day);
  };
  return (
    <input
      type="date"
      aria-label={label}
      value={typed}
      min={firstDay}
      max={today()}
      onChange={({ target: { value } }) => setTyped(value)}
      onBlur={({ target }) => apply(target)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && apply(currentTarget)}
    />
  );
}

function ModeControl() {
  const { costing, change } = useView();
  return (
    <select
      aria-label="Cost mode"
      title="Whether amounts include idle cost and overhead"
      value={costing.cost_mode}
      onChange={({ target: { value } }) => change({ mode: value })}
    >
      <option value="fully_loaded">With idle and overhead</option>
      <option value="workload_only">Workloads only</option>
    </select>
  );
}

function BasisControl() {
  const { costing, change } = useView();
  return (
    <select
      aria-label="Basis"
      title="The cost components that amounts include"
      value={costing.basis}
      onChange={({ target: { value } }) => change({ basis: value })}
    >
      <option value="legacy">Compute</option>
      <option value="all">Compute, storage, control plane</option>
    </select>
  );
}
