type Next = () => number;

const pick = <Value>(next: Next, values: readonly Value[]): Value =>
  values[Math.floor(next() * values.length)]!;

const dayMs = 86_400_000;
const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);

const groupBys = [
  'workload',
  'namespace',
  'controller_kind',
  'pod',
  'container',
  'deployment',
  'statefulset',
  'daemonset',
  'node',
  'instance_type',
  'label:app',
  'label:tier',
  'annotation:note',
];

const sorts = ['totalCost', 'cpuCost', 'idleCost', 'memoryGibHoursUsed', 'cpuEfficiencyPercent'];

/** Values that some rows of the random ledger have. */
const fields: Record<string, Record<string, readonly string[]>> = {
  workload: {
    kind: ['Deployment', 'StatefulSet'],
    name: ['owner-0', 'owner-1', 'owner-3'],
    namespace: ['namespace-0', 'namespace-1'],
    team: ['team-0', 'team-1'],
    'label:app': ['owner-2', 'owner-5'],
  },
  pod: { name: ['owner-1-0', 'owner-2-1', 'owner'] },
  node: {
    architecture: ['amd64', 'arm64'],
    capacity_type: ['spot'],
    instance_type: ['small', 'large'],
    node_group: ['group-0'],
    name: ['node-0', 'node-2'],
  },
  cluster: { name: ['first', 'renamed'], environment: ['production'], region: ['eu'] },
};
const operators = ['in', 'not_in', 'contains', 'starts_with'];

/** One grouping, or up to three. */
function randomGroupBy(next: Next): string | string[] {
  if (next() < 0.5) return pick(next, groupBys);
  return [...new Set([pick(next, groupBys), pick(next, groupBys), pick(next, groupBys)])];
}

/** A legal question about the random ledger, of windows that begin and end on any day. */
export function randomQuestion(next: Next): object {
  const start = Date.parse('2026-03-01') + Math.floor(next() * 110) * dayMs;
  const isMonth = next() < 0.3;
  const month = pick(next, ['2026-04', '2026-05', '2026-03']);
  const filters = Object.entries(fields).flatMap(([axis, ofAxis]) => {
    if (next() < 0.6) return [];
    const statement = () => {
      const [field, values] = pick(next, Object.entries(ofAxis));
      return { field, operator: pick(next, operators), values: [pick(next, values)] };
    };
    return [[axis, next() < 0.7 ? [statement()] : [statement(), statement()]] as const];
  });
  return {
    group_by: randomGroupBy(next),
    label_inheritance: next() < 0.5,
    view_mode: pick(next, ['detail', 'grouped']),
    cost_mode: pick(next, ['fully_loaded', 'workload_only']),
    basis: pick(next, ['legacy', 'all']),
    sort_by: pick(next, sorts),
    sort_order: pick(next, ['asc', 'desc']),
    per_page: pick(next, [2, 50, 500]),
    page: pick(next, [1, 1, 2]),
    ...(next() < 0.2 && { search: pick(next, ['owner-1', '2', 'node', 'small']) }),
    ...(isMonth
      ? {
          start_date: `${month}-01`,
          end_date: isoDay(Date.parse(`${month}-28`) + pick(next, [0, 2, 3]) * dayMs),
        }
      : {
          start_date: isoDay(start),
          end_date: isoDay(start + Math.floor(next() ** 2 * 70) * dayMs),
        }),
    ...(filters.length > 0 && { filter_expression: Object.fromEntries(filters) }),
  };
}
