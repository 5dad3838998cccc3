import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { type Basis, type CostMode, type Costing } from '../api/questions.ts';
import { type Days, formatDays, type Preset, presetDays, presets, today } from './days.ts';
import './view.css';

/** What every view's address holds, beside its own. */
export interface ViewSearch {
  readonly range?: Preset;
  readonly from?: string;
  readonly to?: string;
  readonly mode?: CostMode;
  readonly basis?: Basis;
  readonly [own: string]: unknown;
}

const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Keeps of an address what means something; the rest is left to the view. */
export function readViewSearch(search: Record<string, unknown>): ViewSearch {
  const { range, from, to, mode, basis, ...own } = search;
  return {
    ...own,
    ...(typeof range === 'string' && range in presets && { range: range as Preset }),
    ...(isDay(from) && isDay(to) && from <= to && { from, to }),
    ...((mode === 'workload_only' || mode === 'fully_loaded') && { mode }),
    ...((basis === 'all' || basis === 'legacy') && { basis }),
  };
}

/** The router keeps what `validateSearch` takes out, such as a range that does not exist. */
const useViewSearch = (): ViewSearch => readViewSearch(useSearch({ strict: false }));

/** The address of the view as values, with what it means where it says nothing. */
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
    /** Changes the address; `undefined` takes a value out of it. A list begins at its first page then. */
    change: (values: Partial<Record<string, unknown>>) =>
      void navigate({
        to: '.',
        // As it is by then: two changes may come before the view is drawn again.
        search: (now: Record<string, unknown>) => ({
          ...readViewSearch(now),
          cursor: undefined,
          ...values,
        }),
        replace: true,
        resetScroll: false,
      }),
  };
}

/** What a link into another view keeps: the range, the cost mode and the basis. */
export function useKept(): ViewSearch {
  const { range, from, to, mode, basis } = useViewSearch();
  return { range, from, to, mode, basis };
}

interface ViewProps {
  readonly title: string;
  /** Leads back to where the view lies. */
  readonly trail?: readonly { readonly label: string; readonly to: string }[];
  /** Which settings mean something here. */
  readonly has?: readonly ('range' | 'mode' | 'basis')[];
  readonly defaultPreset?: Preset;
  /** What is out of the ordinary with what the view shows. */
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
          <nav aria-label="Where this is" className="trail">
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
          <input
            type="date"
            aria-label="From"
            value={days.from}
            max={days.to}
            onChange={({ target: { value } }) => value && change({ from: value })}
          />
          <input
            type="date"
            aria-label="To, inclusive"
            value={days.to}
            min={days.from}
            max={today()}
            onChange={({ target: { value } }) => value && change({ to: value })}
          />
        </>
      ) : (
        <span className="unit">{formatDays(days)}, UTC</span>
      )}
    </fieldset>
  );
}

function ModeControl() {
  const { costing, change } = useView();
  return (
    <select
      aria-label="Cost mode"
      title="Whether idle cost and overhead are part of the amounts"
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
      title="Which components are part of the amounts"
      value={costing.basis}
      onChange={({ target: { value } }) => change({ basis: value })}
    >
      <option value="legacy">Compute</option>
      <option value="all">Compute, storage, control plane</option>
    </select>
  );
}
