import { scaleLinear } from 'd3-scale';
import { formatDecimal } from '../../parts/number.ts';
import { useWidth } from '../../parts/use-width.ts';
import { percentiles, type ResourceMetrics } from './metrics.ts';
import { formatIn, type Unit } from './sizing.tsx';
import '../../parts/chart.css';

const margin = { left: 104, right: 12 };
const rows = { used: 22, now: 58, recommended: 94 };
const axisY = 118;
const height = 140;

interface SizingPictureProps {
  readonly title: string;
  readonly metrics: ResourceMetrics;
  readonly unit: Unit;
}

/** Usage, and below it the current and the recommended request (bar) and limit (end mark). */
export function SizingPicture({ title, metrics, unit }: SizingPictureProps) {
  const [figure, width] = useWidth<HTMLElement>();
  const { peak, request, limit, recommendedRequest, recommendedLimit } = metrics;
  const all = [request, limit, recommendedRequest, recommendedLimit, peak?.max]
    .concat(Object.values(metrics.percentiles))
    .filter((amount) => amount !== undefined);
  const scale = scaleLinear(
    [0, Math.max(...all, 1e-9) / unit.size],
    [margin.left, Math.max(width, 240) - margin.right],
  ).nice(4);
  const x = (amount: number) => scale(amount / unit.size);
  return (
    <figure className="chart" ref={figure}>
      <svg width="100%" height={height} role="group" aria-label={`${title}, in ${unit.name}`}>
        {scale.ticks(width < 400 ? 2 : 4).map((tick) => (
          <g key={tick} aria-hidden="true">
            <line className="grid" x1={scale(tick)} x2={scale(tick)} y1={4} y2={axisY} />
            <text className="tick" x={scale(tick)} y={axisY + 16} textAnchor="middle">
              {formatDecimal(tick)}
            </text>
          </g>
        ))}
        {peak && (
          <line
            className="sizing-guide"
            x1={x(peak.max)}
            x2={x(peak.max)}
            y1={rows.used}
            y2={axisY}
          />
        )}
        <Used metrics={metrics} unit={unit} x={x} />
        <Sizes name="Now" y={rows.now} request={request} limit={limit} unit={unit} x={x} />
        <Sizes
          name="Recommended"
          y={rows.recommended}
          request={recommendedRequest}
          limit={recommendedLimit}
          unit={unit}
          x={x}
        />
      </svg>
      <Key />
    </figure>
  );
}

type Place = (amount: number) => number;

function Used({
  metrics: { percentiles: used, peak, dailyPeaks },
  unit,
  x,
}: {
  readonly metrics: ResourceMetrics;
  readonly unit: Unit;
  readonly x: Place;
}) {
  const y = rows.used;
  const said = [
    ...percentiles.map((name) => `${name} ${formatIn(unit, used[name])}`),
    `peak ${formatIn(unit, peak?.max)}`,
  ];
  return (
    <g role="img" tabIndex={0} aria-label={`Used: ${said.join(', ')} ${unit.name}`}>
      <title>{said.join(', ')}</title>
      <text className="sizing-label" x={0} y={y + 4}>
        Used
      </text>
      {used.p50 !== undefined && used.p99 !== undefined && (
        <rect
          className="sizing-band"
          x={x(used.p50)}
          y={y - 8}
          width={Math.max(2, x(used.p99) - x(used.p50))}
          height={16}
        />
      )}
      {percentiles.map((name) => {
        const amount = used[name];
        return amount === undefined ? null : (
          <line
            key={name}
            className="sizing-percentile"
            x1={x(amount)}
            x2={x(amount)}
            y1={y - (name === 'p50' ? 8 : 5)}
            y2={y + (name === 'p50' ? 8 : 5)}
          />
        );
      })}
      {dailyPeaks.map(({ max, at }) => (
        <circle key={at} className="sizing-day" cx={x(max)} cy={y} r={2.5} />
      ))}
      {peak && (
        <path
          className="sizing-peak"
          transform={`translate(${x(peak.max)} ${y})`}
          d="M0-7 6 0 0 7-6 0z"
        />
      )}
    </g>
  );
}

function Sizes({
  name,
  y,
  request,
  limit,
  unit,
  x,
}: {
  readonly name: 'Now' | 'Recommended';
  readonly y: number;
  readonly request: number | undefined;
  readonly limit: number | undefined;
  readonly unit: Unit;
  readonly x: Place;
}) {
  const said = `request ${formatIn(unit, request, 'none')}, limit ${formatIn(unit, limit, 'none')}`;
  return (
    <g role="img" tabIndex={0} aria-label={`${name}: ${said} ${unit.name}`}>
      <title>{said}</title>
      <text className="sizing-label" x={0} y={y + 4}>
        {name}
      </text>
      {limit !== undefined && (
        <>
          <line className="sizing-reach" x1={x(request ?? 0)} x2={x(limit)} y1={y} y2={y} />
          <line className="sizing-limit" x1={x(limit)} x2={x(limit)} y1={y - 9} y2={y + 9} />
        </>
      )}
      {request === undefined ? (
        <text className="tick" x={margin.left} y={y + 4}>
          no request
        </text>
      ) : (
        <rect
          className={`sizing-${name.toLowerCase()}`}
          x={x(0)}
          y={y - 7}
          width={Math.max(1, x(request) - x(0))}
          height={14}
          rx={2}
        />
      )}
    </g>
  );
}

function Key() {
  return (
    <ul className="legend">
      <li>
        <svg width="18" height="14" aria-hidden="true">
          <rect className="sizing-band" y="2" width="18" height="10" />
          <path className="sizing-percentile" d="M1 1v12M17 3v8" />
        </svg>
        p50 to p99
      </li>
      <li>
        <svg width="14" height="16" aria-hidden="true">
          <path className="sizing-peak" transform="translate(7 8)" d="M0-6 5 0 0 6-5 0z" />
        </svg>
        peak; ∘ daily peak
      </li>
      <li>
        <svg width="26" height="14" aria-hidden="true">
          <rect className="sizing-now" y="3" width="12" height="8" rx="1" />
          <path className="sizing-reach" d="M12 7h12" />
          <path className="sizing-limit" d="M24 1v12" />
        </svg>
        request and limit
      </li>
    </ul>
  );
}
