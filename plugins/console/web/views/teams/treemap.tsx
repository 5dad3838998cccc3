import { Link } from '@tanstack/react-router';
import { hierarchy, type HierarchyRectangularNode, treemap } from 'd3-hierarchy';
import { type CSSProperties } from 'react';
import { Cost, formatMoney, sum, toLength } from '../../parts/money.tsx';
import { counted } from '../../parts/number.ts';
import { Table } from '../../parts/table.tsx';
import { useWidth } from '../../parts/use-width.ts';
import { useKept } from '../../parts/view.tsx';
import { type NamespaceShare, type TeamShare } from './shares.ts';
import '../../parts/chart.css';
import './treemap.css';

interface TreemapProps {
  readonly caption: string;
  /** In the order of their colors. */
  readonly departments: readonly DepartmentShare[];
  readonly teams: readonly TeamShare[];
}

interface DepartmentShare {
  readonly id: string;
  readonly name: string;
  /** Undefined for a department that is known only from its teams. */
  readonly teams?: number;
  /** The sum from the API; if it has none, the sum of the teams if all are shown. */
  readonly amount?: string | undefined;
}

interface Cell {
  readonly kind: 'all' | 'department' | 'team' | 'namespace';
  readonly name: string;
  readonly cluster?: string;
  readonly department?: string | undefined;
  /** The exact amount of the area; for an incomplete department, which teams are shown instead. */
  readonly amount: string;
  readonly isPart?: string | undefined;
  readonly to?: string | undefined;
  readonly search?: Readonly<Record<string, string>>;
  readonly children?: readonly Cell[];
}

const noDepartment = 'No department';
const header = 20;

/** Areas proportional to amounts; each is a link, and the table has the same numbers. */
export function Treemap({ caption, departments, teams }: TreemapProps) {
  const [figure, width] = useWidth<HTMLElement>();
  const height = width < 600 ? 620 : 440;
  const root = hierarchy<Cell>(toCells(teams, departments), ({ children = [] }) => [...children])
    .sum(({ amount, children }) => (children ? 0 : toLength(amount)))
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
  const cells = treemap<Cell>()
    .size([Math.max(width, 240), height])
    .paddingTop(({ depth }) => (depth === 0 ? 0 : header))
    .paddingInner(1)(root)
    .descendants()
    .filter(({ depth }) => depth > 0);
  return (
    <>
      <figure className="treemap" ref={figure} style={{ height }} role="group" aria-label={caption}>
        {width > 0 &&
          cells.map((cell) => (
            <CellLink key={toPath(cell)} cell={cell} departments={departments} />
          ))}
      </figure>
      <SharesTable caption={caption} teams={teams} />
    </>
  );
}

type PlacedCell = HierarchyRectangularNode<Cell>;

const toPath = (cell: PlacedCell): string =>
  cell
    .ancestors()
    .map(({ data: { name, cluster } }) => `${name} ${cluster}`)
    .join('/');

function toCells(teams: readonly TeamShare[], departments: readonly DepartmentShare[]): Cell {
  const cells = departments.flatMap(({ id, name, ...department }): Cell[] => {
    const own = teams.filter((team) => team.department?.id === id);
    if (own.length === 0) return [];
    return [
      {
        kind: 'department',
        name,
        department: id,
        amount: department.amount ?? sum(own.map(({ amount }) => amount)),
        isPart: describePart(own.length, department.teams),
        to: '/teams',
        search: { department_id: id },
        children: own.map(toTeamCell),
      },
    ];
  });
  const known = new Set(departments.map(({ id }) => id));
  const others = teams.filter(({ department }) => !known.has(department?.id ?? ''));
  const rest: Cell = {
    kind: 'department',
    name: noDepartment,
    amount: sum(others.map(({ amount }) => amount)),
    children: others.map(toTeamCell),
  };
  return {
    kind: 'all',
    name: '',
    amount: '0',
    children: others.length > 0 ? [...cells, rest] : cells,
  };
}

function describePart(shown: number, all: number | undefined): string | undefined {
  if (all === undefined) return counted(shown, 'team');
  return shown < all ? `${shown} of ${all} teams` : undefined;
}

const toTeamCell = ({ id, name, department, amount, parts }: TeamShare): Cell => ({
  kind: 'team',
  name,
  department: department?.id,
  amount,
  to: `/teams/${id}`,
  ...(parts.length > 0 && { children: parts.map((part) => toNamespaceCell(part, department?.id)) }),
});

const toNamespaceCell = (part: NamespaceShare, department: string | undefined): Cell => ({
  ...part,
  kind: 'namespace',
  department,
});

function CellLink({
  cell: { data, x0, x1, y0, y1 },
  departments,
}: {
  readonly cell: PlacedCell;
  readonly departments: readonly DepartmentShare[];
}) {
  const kept = useKept();
  const { kind, name, cluster, amount, isPart, to, search } = data;
  const index = departments.findIndex(({ id }) => id === data.department);
  const style = {
    left: x0,
    top: y0,
    width: x1 - x0,
    height: y1 - y0,
    '--own': index < 0 ? 'var(--rest)' : `var(--series-${(index % 8) + 1})`,
  } as CSSProperties;
  const hasRoom = x1 - x0 > 34 && y1 - y0 > 15;
  const content = (
    <span className={hasRoom ? undefined : 'visually-hidden'}>
      {name}{' '}
      <data className="treemap-amount" value={amount}>
        {isPart ?? formatMoney(amount)}
      </data>
      <span className="visually-hidden">
        , {kind} {cluster && `in ${cluster}`}
      </span>
    </span>
  );
  const title = [`${name}: ${isPart ?? amount}`, kind, cluster].filter(Boolean).join(', ');
  const common = { className: `treemap-cell ${kind}${hasRoom ? '' : ' small'}`, style, title };
  return to === undefined ? (
    <div {...common}>{content}</div>
  ) : (
    <Link {...common} to={to} search={{ ...kept, ...search }}>
      {content}
    </Link>
  );
}

function SharesTable({
  caption,
  teams,
}: {
  readonly caption: string;
  readonly teams: readonly TeamShare[];
}) {
  const rows = teams.flatMap((team) => [
    { team, part: undefined, amount: team.amount },
    ...team.parts.map((part) => ({ team, part, amount: part.amount })),
  ]);
  return (
    <details>
      <summary>Show as a table</summary>
      <Table
        caption={caption}
        rows={rows}
        rowKey={({ team, part }) => `${team.id} ${part?.cluster} ${part?.name}`}
        columns={[
          {
            name: 'department',
            header: 'Department',
            cell: ({ team }) => team.department?.name ?? noDepartment,
          },
          { name: 'team', header: 'Team', cell: ({ team }) => team.name },
          {
            name: 'namespace',
            header: 'Namespace',
            cell: ({ part }) => (part ? `${part.name} ${part.cluster}` : 'all'),
          },
          {
            name: 'amount',
            header: 'Amount',
            isNumber: true,
            cell: ({ amount }) => <Cost of={amount} />,
          },
        ]}
      />
    </details>
  );
}
