import { type Answer } from '../../api/answer.ts';
import { type ExplorationRow } from '../../api/questions.ts';
import { describeArchive, formatDays, today } from '../../parts/days.ts';
import {
  Change,
  compareAmounts,
  Cost,
  difference,
  magnitude,
  toLength,
} from '../../parts/money.tsx';
import { counted } from '../../parts/number.ts';
import { Panel } from '../../parts/panel.tsx';
import { Table } from '../../parts/table.tsx';
import { useKept } from '../../parts/view.tsx';
import { type Compared, costIn, type CostThen } from './comparison.ts';
import { comparedRows, comparisons, type Explored } from './exploration.ts';
import { findGrouping } from './groupings.ts';
import { GroupName, RowName } from './row-name.tsx';

interface ChangedRow {
  readonly key: string;
  readonly row: ExplorationRow;
  readonly now: string;
  readonly then: string;
  readonly change: string;
  readonly mark: 'new' | 'gone' | undefined;
  /** The period in which the row was not returned, so that its cost is only an upper bound. */
  readonly bounded: 'now' | 'then' | undefined;
}

const maxShown = 10;

/** The rows of both periods by the difference of their cost. */
export function Changes({
  explored,
  comparison,
}: {
  readonly explored: Explored;
  readonly comparison: Answer<Compared | undefined>;
}) {
  const kept = useKept();
  const { compare = 'before' } = explored;
  const { now, then } = comparison.data ?? {};
  const currency = now?.answer.data.summary.currency ?? '';
  const dates =
    now && then ? `, ${formatDays(now.days)} compared with ${formatDays(then.days)} (UTC)` : '';
  return (
    <Panel
      title="Largest changes"
      unit={`${currency}${dates}`}
      height={240}
      answer={comparison}
      empty={(compared) => compared && whyEmpty(compared, comparisons[compare])}
    >
      {(compared) => {
        if (!compared) return null;
        const { ranked, left } = rankChanges(compared);
        const largest = toLength(ranked[0] && magnitude(ranked[0].change));
        return (
          <>
            <Table
              caption="Rows by size of change"
              rows={ranked.slice(0, maxShown)}
              rowKey={({ key }) => key}
              columns={[
                {
                  name: 'name',
                  header: explored.by.map((one) => findGrouping(one).label).join(', '),
                  cell: ({ row }) => (
                    <>
                      <RowName explored={explored} row={row} kept={kept} />
                      {explored.by.slice(1).map((one) => (
                        <GroupName key={one} by={explored.by} one={one} row={row} />
                      ))}
                    </>
                  ),
                },
                {
                  name: 'bar',
                  header: 'Decrease · increase',
                  isDrawn: true,
                  cell: ({ change }) => <ChangeBar change={change} largest={largest} />,
                },
                {
                  name: 'change',
                  header: 'Change',
                  isNumber: true,
                  cell: (row) => (
                    <>
                      {row.mark && <span className="mark">{row.mark}</span>}
                      {row.bounded && 'at least'} <Change from={row.then} to={row.now} />
                    </>
                  ),
                },
                {
                  name: 'then',
                  header: formatDays(compared.then.days),
                  isNumber: true,
                  cell: (row) => <Bounded amount={row.then} isBound={row.bounded === 'then'} />,
                },
                {
                  name: 'now',
                  header: formatDays(compared.now.days),
                  isNumber: true,
                  cell: (row) => <Bounded amount={row.now} isBound={row.bounded === 'now'} />,
                },
              ]}
              hasTotalsFirst
              totals={listTotals(compared)}
            />
            <p className="unit">
              {compared.now.days.to >= today() && 'Today is not over. '}
              {ranked.length === 0
                ? 'No rows changed.'
                : `${counted(ranked.length, 'row')} changed.`}{' '}
              {left > 0 &&
                `${counted(left, 'row')} cannot be ranked, because they are among the ${comparedRows} most expensive of only one period.`}
            </p>
          </>
        );
      }}
    </Panel>
  );
}

/** The totals of the API over all rows of both periods. */
function listTotals({ now, then }: Compared) {
  const [after, before] = [now, then].map(({ answer }) => answer.data.summary.totalCost);
  return {
    name: 'All rows',
    change: <Change from={before} to={after} />,
    then: <Cost of={before} />,
    now: <Cost of={after} />,
  };
}

function whyEmpty({ now, then, archived }: Compared, compared: string): string | false {
  if (archived.length > 0)
    return `${describeArchive([...new Set(archived)])}, so nothing can be compared.`;
  if (then.hasData !== true) {
    const found = then.hasData === false ? 'There is no' : 'It is unknown whether there is';
    return `${found} data for ${compared}, so nothing can be compared.`;
  }
  return now.rows.size === 0 && then.rows.size === 0 && 'No rows match in either period.';
}

function rankChanges(compared: Compared): { ranked: readonly ChangedRow[]; left: number } {
  const { now, then } = compared;
  const keys = [...new Set([...now.rows.keys(), ...then.rows.keys()])];
  const rows = keys.flatMap((key) => compareRow(compared, key) ?? []);
  const ranked = rows
    .filter(({ change }) => compareAmounts(change, '0') !== 0)
    .sort((a, b) => compareAmounts(magnitude(b.change), magnitude(a.change)));
  return { ranked, left: keys.length - rows.length };
}

function compareRow({ now, then }: Compared, key: string): ChangedRow | undefined {
  const row = now.rows.get(key) ?? then.rows.get(key);
  const [after, before] = [costIn(now, key), costIn(then, key)];
  if (!row || after.kind === 'unknown' || before.kind === 'unknown') return undefined;
  const bounded = after.kind === 'at-most' ? 'now' : before.kind === 'at-most' ? 'then' : undefined;
  const change = difference(after.amount, before.amount);
  // If the bound exceeds the known cost, the direction of the change is unknown.
  if (bounded && change.startsWith('-') !== (bounded === 'now')) return undefined;
  return {
    key,
    row,
    now: after.amount,
    then: before.amount,
    change,
    mark: chooseMark(before, after),
    bounded,
  };
}

function chooseMark(before: CostThen, after: CostThen): ChangedRow['mark'] {
  if (before.kind === 'exact' && before.isAbsent) return 'new';
  return after.kind === 'exact' && after.isAbsent ? 'gone' : undefined;
}

const Bounded = ({ amount, isBound }: { readonly amount: string; readonly isBound: boolean }) => (
  <>
    {isBound && 'at most '}
    <Cost of={amount} />
  </>
);

function ChangeBar({ change, largest }: { readonly change: string; readonly largest: number }) {
  const share = largest === 0 ? 0 : toLength(magnitude(change)) / largest;
  return (
    <span className="change-bar" aria-hidden="true">
      <span
        className={change.startsWith('-') ? 'less' : 'more'}
        style={{ width: `${share * 50}%` }}
      />
    </span>
  );
}
