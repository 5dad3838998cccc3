import { Bar } from './measure.tsx';
import { Unknown } from './money.tsx';
import { formatPercent } from './money.tsx';
import './meter.css';

/** Quantities of CPU, memory or GPUs in one unit; undefined if not measured. */
interface Use {
  readonly allocatable: number | undefined;
  readonly requested: number | undefined;
  readonly used: number | undefined;
}

const percentage = (part: number | undefined, whole: number | undefined): number | undefined =>
  part === undefined || whole === undefined || whole === 0 ? undefined : (part / whole) * 100;

/** A share with its meaning: "requested of allocatable". */
export interface Share {
  readonly label: string;
  readonly part: number | undefined;
  readonly whole: number | undefined;
  readonly kind: 'requested' | 'used';
}

interface ResourceProps {
  /** CPU, memory or GPUs. */
  readonly name: string;
  readonly shares: readonly Share[];
  /** If absent, only the percentage is shown. */
  readonly format?: (amount: number) => string;
}

/** The shares of one resource, each as a bar with both amounts. */
export function Resource({ name, shares, format }: ResourceProps) {
  return (
    <div className="resource">
      <h3>{name}</h3>
      {shares.map((share) => (
        <Meter key={share.label} share={share} {...(format && { format })} />
      ))}
    </div>
  );
}

function Meter({
  share: { label, part, whole, kind },
  format,
}: {
  readonly share: Share;
  readonly format?: (amount: number) => string;
}) {
  const percent = percentage(part, whole);
  return (
    <div className="meter">
      <div className="meter-head">
        <span>{label}</span>
        <span className="number">
          {format && <Amounts part={part} whole={whole} format={format} />}
          {format && percent !== undefined && ' · '}
          {percent !== undefined && formatPercent(percent)}
          {!format && percent === undefined && <Unknown />}
        </span>
      </div>
      <Bar share={(percent ?? 0) / 100} kind={kind} />
    </div>
  );
}

function Amounts({
  part,
  whole,
  format,
}: {
  readonly part: number | undefined;
  readonly whole: number | undefined;
  readonly format: (amount: number) => string;
}) {
  return (
    <>
      {part === undefined ? <Unknown /> : format(part)}
      {' of '}
      {whole === undefined ? <Unknown /> : format(whole)}
    </>
  );
}

/** For a table cell: requested of allocatable, and used of requested, as two labeled bars. */
export function UseMeters({ use: { allocatable, requested, used } }: { readonly use: Use }) {
  return (
    <div className="meters">
      <Row label="requested" percent={percentage(requested, allocatable)} kind="requested" />
      <Row label="used" percent={percentage(used, requested)} kind="used" />
    </div>
  );
}

interface UseMeterProps {
  readonly requested: number;
  readonly used: number | undefined;
  readonly format: (amount: number) => string;
}

/** For a table cell: used of requested, as amounts and as a bar; without requests, there is no percentage. */
export function UseMeter({ requested, used, format }: UseMeterProps) {
  const percent = percentage(used, requested);
  return (
    <div className="meters amounts">
      <span className="number">
        {used === undefined ? <Unknown /> : format(used)} of {format(requested)}
      </span>
      <Bar share={(percent ?? 0) / 100} kind="used" />
      <span className="number">{percent !== undefined && formatPercent(percent)}</span>
    </div>
  );
}

function Row({
  label,
  percent,
  kind,
}: {
  readonly label: string;
  readonly percent: number | undefined;
  readonly kind: 'requested' | 'used';
}) {
  return (
    <>
      <span className="unit">{label}</span>
      <Bar share={(percent ?? 0) / 100} kind={kind} />
      <span className="number">{percent === undefined ? <Unknown /> : formatPercent(percent)}</span>
    </>
  );
}

/** For a table cell: a percentage from the API, as a bar. */
export function PercentMeter({ percent }: { readonly percent: number | undefined }) {
  return (
    <div className="meters">
      <Row label="used" percent={percent} kind="used" />
    </div>
  );
}
