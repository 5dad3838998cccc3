import { type ExplorationRow } from '../../api/questions.ts';
import { toLength } from '../../parts/money.tsx';
import '../../parts/chart.css';
import './explore.css';

/** The components of the cost of a row, in drawing order. */
export const components = [
  { name: 'cpuCost', label: 'CPU', fill: 'part-1' },
  { name: 'memoryCost', label: 'Memory', fill: 'part-2' },
  { name: 'gpuCost', label: 'GPU', fill: 'part-3' },
  { name: 'storageCost', label: 'Storage', fill: 'part-4' },
  { name: 'idleCost', label: 'Idle', fill: 'part-idle' },
  { name: 'overheadCost', label: 'Overhead', fill: 'part-overhead' },
] as const;

/** The cost of a row as a bar, relative to the most expensive row of the page. */
export function CostBar({
  row,
  longest,
}: {
  readonly row: ExplorationRow;
  readonly longest: number;
}) {
  return (
    <span className="cost-bar" aria-hidden="true">
      {components.map(({ name, label, fill }) => {
        const amount = row[name];
        const share = longest === 0 ? 0 : toLength(amount) / longest;
        return share === 0 ? null : (
          <span
            key={name}
            className={`part ${fill}`}
            style={{ width: `${share * 100}%` }}
            title={`${label}: ${amount}`}
          />
        );
      })}
    </span>
  );
}

export function CostBarLegend({ shown }: { readonly shown: readonly string[] }) {
  return (
    <ul className="legend">
      {components
        .filter(({ name }) => shown.includes(name))
        .map(({ name, label, fill }) => (
          <li key={name}>
            <span className={`swatch part ${fill}`} aria-hidden="true" />
            {label}
          </li>
        ))}
    </ul>
  );
}
