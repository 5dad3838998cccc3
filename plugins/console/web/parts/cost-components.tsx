import { type MoneyObject } from '@costplane/client';
import { Bar } from './measure.tsx';
import { compareAmounts, computePercent, Cost, formatPercent, toLength } from './money.tsx';
import { Table } from './table.tsx';
import './meter.css';

const names = {
  'compute.cpu': 'CPU',
  'compute.ram': 'Memory',
  'compute.gpu': 'GPU',
  'storage.pv': 'Persistent volumes',
  storage: 'Storage',
  management: 'Control plane',
  overhead: 'Overhead',
  network: 'Network',
  external: 'External',
} as const;

export interface RunRate {
  readonly current_run_rate_hourly?: MoneyObject;
  readonly components?: Partial<Record<keyof typeof names, MoneyObject>>;
  readonly unallocated?: MoneyObject;
  readonly partial: boolean;
}

/** The components of a run rate; unknown components have no row. */
export function CostComponents({ of: cost }: { readonly of: RunRate }) {
  const { components = {}, current_run_rate_hourly: total, unallocated } = cost;
  const rows = (Object.keys(names) as (keyof typeof names)[])
    .map((name) => ({ name, amount: components[name] }))
    .filter((row): row is { name: keyof typeof names; amount: MoneyObject } => !!row.amount);
  const whole = toLength(total);
  const share = (amount: MoneyObject) => (whole > 0 ? toLength(amount) / whole : 0);
  return (
    <>
      <Table
        caption="The run rate by component"
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          { name: 'component', header: 'Component', cell: ({ name }) => names[name] },
          { name: 'bar', header: 'Relative', cell: ({ amount }) => <Bar share={share(amount)} /> },
          {
            name: 'share',
            header: 'Share',
            isNumber: true,
            cell: ({ amount }) => <Share of={amount} in={total} />,
          },
          {
            name: 'rate',
            header: 'Per hour',
            isNumber: true,
            cell: ({ amount }) => <Cost of={amount} />,
          },
        ]}
        totals={{ component: 'Run rate', rate: <Cost of={total} /> }}
      />
      {unallocated && compareAmounts(unallocated, '0') > 0 && (
        <div className="meter">
          <div className="meter-head">
            <span>of which unallocated, including idle and overhead</span>
            <span className="number">
              <Cost of={unallocated} /> · <Share of={unallocated} in={total} />
            </span>
          </div>
          <Bar share={share(unallocated)} kind="unallocated" />
        </div>
      )}
      {cost.partial && (
        <p className="unit">
          Some components could not be determined: the run rate is at least this.
        </p>
      )}
    </>
  );
}

function Share({
  of: amount,
  in: total,
}: {
  readonly of: MoneyObject;
  readonly in: MoneyObject | undefined;
}) {
  const percent = total && computePercent(amount, total);
  return percent === undefined ? '' : formatPercent(percent);
}
