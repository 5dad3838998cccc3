import { formatTime } from '../../parts/days.ts';
import { Table } from '../../parts/table.tsx';
import { percentiles, type ResourceMetrics } from './metrics.ts';
import { SizingPicture } from './sizing-picture.tsx';
import './sizing.css';

interface SizingProps {
  readonly resource: 'cpu' | 'memory';
  readonly metrics: ResourceMetrics | undefined;
}

/** CPU or memory of a container: a chart, a warning if needed, and the numbers as tables. */
export function Sizing({ resource, metrics }: SizingProps) {
  const title = resource === 'cpu' ? 'CPU' : 'Memory';
  if (!metrics) {
    return (
      <section className="sizing">
        <h3>{title}</h3>
        <p className="empty">Not measured for long enough: no change is recommended.</p>
      </section>
    );
  }
  const unit = resource === 'cpu' ? cores : chooseBytesUnit(metrics);
  const { peak, recommendedRequest } = metrics;
  const isBelowPeak =
    peak !== undefined && recommendedRequest !== undefined && recommendedRequest < peak.max;
  return (
    <section className="sizing" aria-label={title}>
      <h3>
        {title} <span className="unit">{unit.name}</span>
      </h3>
      <SizingPicture title={title} metrics={metrics} unit={unit} />
      {isBelowPeak && (
        <p className="below-peak">The recommended request is below the observed peak.</p>
      )}
      <Numbers title={title} metrics={metrics} unit={unit} />
    </section>
  );
}

/** A display unit; `size` is its value in the API's unit. */
export interface Unit {
  readonly name: string;
  readonly size: number;
}

const cores: Unit = { name: 'cores', size: 1 };

/** MiB below 8 GiB, as is usual for quantities. */
const chooseBytesUnit = ({ request, limit, recommendedRequest, peak }: ResourceMetrics): Unit =>
  Math.max(request ?? 0, limit ?? 0, recommendedRequest ?? 0, peak?.max ?? 0) < 2 ** 33
    ? { name: 'MiB', size: 2 ** 20 }
    : { name: 'GiB', size: 2 ** 30 };

const threeDigits = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3 });
const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });

/** Three significant digits, or all integer digits, so that small sizes such as 24 millicores remain distinguishable. */
export const formatIn = ({ size }: Unit, amount: number | undefined, absent = 'unknown'): string =>
  amount === undefined
    ? absent
    : (amount / size < 1000 ? threeDigits : whole).format(amount / size);

interface NumbersProps {
  readonly title: string;
  readonly metrics: ResourceMetrics;
  readonly unit: Unit;
}

function Numbers({ title, metrics, unit }: NumbersProps) {
  return (
    <>
      <Table
        caption={`${title} requested and recommended, in ${unit.name}`}
        rows={[
          { what: 'Request', now: metrics.request, then: metrics.recommendedRequest },
          { what: 'Limit', now: metrics.limit, then: metrics.recommendedLimit },
        ]}
        rowKey={({ what }) => what}
        columns={[
          { name: 'what', header: 'Size', cell: ({ what }) => what },
          {
            name: 'now',
            header: 'Now',
            isNumber: true,
            cell: ({ now }) => formatIn(unit, now, 'none'),
          },
          {
            name: 'then',
            header: 'Recommended',
            isNumber: true,
            cell: ({ then }) => formatIn(unit, then, 'none'),
          },
        ]}
      />
      <Table
        caption={`${title} used, in ${unit.name}`}
        rows={[metrics]}
        rowKey={() => title}
        columns={[
          { name: 'used', header: 'Percentile', cell: () => 'Used' },
          ...percentiles.map((name) => ({
            name,
            header: name,
            isNumber: true,
            cell: ({ percentiles }: ResourceMetrics) => formatIn(unit, percentiles[name]),
          })),
          {
            name: 'peak',
            header: 'Peak',
            isNumber: true,
            cell: ({ peak }) => formatIn(unit, peak?.max),
          },
        ]}
      />
      <p className="unit">
        {metrics.peak?.at !== undefined && `Peak on ${formatTime(metrics.peak.at)}. `}
        Percentiles are rounded up to the end of a histogram bucket and may exceed the peak.
      </p>
      {metrics.dailyPeaks.length > 1 && (
        <details>
          <summary>Peaks per day</summary>
          <Table
            caption={`${title}: peak of each day, in ${unit.name}`}
            rows={metrics.dailyPeaks}
            rowKey={({ at }) => at ?? ''}
            columns={[
              { name: 'at', header: 'At', cell: ({ at }) => at && formatTime(at) },
              {
                name: 'max',
                header: 'Peak',
                isNumber: true,
                cell: ({ max }) => formatIn(unit, max),
              },
            ]}
          />
        </details>
      )}
    </>
  );
}
