import { type Row, selectRows } from '../ledger/select-rows.ts';
import { type Source } from '../ledger/units.ts';
import { type View } from '../ledger/view.ts';
import { type Property, readProperty } from '../question/properties.ts';
import { type Question } from '../question/question.ts';
import { type Allocated, toAllocation } from './allocation.ts';
import { nothing, round, splitLikeCompute, sumCompute } from './figures.ts';
import { describeTime } from './time.ts';

const idleName = '__idle__';
/** Volumes and control planes that nobody could be given, or that no pod has. */
const unmountedName = '__unmounted__';
const node: Property = { name: 'node' };
type Total = Omit<Row, 'set_number' | 'name' | 'values' | 'cluster'>;
const emptyTotal: Total = { ...nothing, rows: 0 };

/** The sets of the answer to a question: allocations by their names, most expensive first. */
export async function readSets(question: Question, view: View) {
  const { detail, filter, properties, sets, sharesIdle, splitsIdle } = question;
  // Namespaces have no hours: those of their workloads do.
  const source = detail === 'namespace' && view.windows.hours.length > 0 ? 'workload' : detail;
  const rows = await selectRows(view, source, properties.map(readProperty), question);
  const whole = chooseWhole(question);
  const bills = whole ? await selectRows(view, whole, [], { filter }) : rows;
  const nodes = splitsIdle ? await selectRows(view, 'node', [readProperty(node)], { filter }) : [];

  return sets.map((window, index) => {
    const isNamed = (row: Row) => row.set_number === index + 1 && row.name !== null;
    const isTotal = (row: Row) => row.set_number === index + 1 && row.name === null;
    const total = rows.find(isTotal) ?? emptyTotal;
    const time = describeTime(window, view.covered);
    const allocated = [
      ...rows.filter(isNamed).map((row) => toAllocated(row, properties, sharesIdle)),
      ...listRest(question, total, bills.find(isTotal) ?? total, nodes.filter(isNamed)),
    ];
    const allocations = allocated.map((one) => [one.name, toAllocation(one, time)] as const);
    return { allocations: Object.fromEntries(allocations), window: time.window };
  });
}

/** Where all that matches is, with and without an allocation; nowhere else if allocations are all. */
function chooseWhole({ detail, filterDetail, isOfClusters }: Question): Source | undefined {
  if (isOfClusters) return 'cluster';
  return detail === 'container' && filterDetail !== 'container' ? 'workload' : undefined;
}

const toAllocated = (
  row: Row,
  properties: readonly Property[],
  sharesIdle: boolean,
): Allocated => ({
  name: row.name ?? '',
  properties: describe(row, properties),
  figures: sharesIdle ? { ...row, ...splitLikeCompute(sumCompute(row), row) } : row,
});

/** The values of the properties, and the cluster where it is one. */
function describe({ cluster, values }: Row, properties: readonly Property[]) {
  const described: Record<string, unknown> = cluster === null ? {} : { cluster };
  for (const [index, { name, key }] of properties.entries()) {
    const value = values[index];
    if (key === undefined) described[name] = value;
    else described[`${name}s`] = { ...(described[`${name}s`] ?? {}), [key]: value };
  }
  return described;
}

/** What is in no allocation, on the page that the last allocation is on. */
function listRest(
  { offset, limit, properties, includesIdle, sharesIdle, splitsIdle }: Question,
  owned: Total,
  bill: Total,
  nodes: readonly Row[],
): Allocated[] {
  if (offset + limit < owned.rows || (offset > 0 && offset >= owned.rows)) return [];
  const toIdle = (name: string, described: object, cost: number, like: Total) => ({
    name,
    properties: { ...described },
    figures: { ...nothing, ...splitLikeCompute(cost, like) },
  });
  const unowned = sumCompute(bill) - sumCompute(owned);
  const idle = splitsIdle
    ? nodes.map((row) => toIdle(`${row.name}/${idleName}`, describe(row, [node]), row.idle, row))
    : [toIdle(idleName, {}, sharesIdle ? unowned : unowned + owned.idle, owned)];
  const unmounted = {
    name: properties.map(() => unmountedName).join('/'),
    properties: {},
    figures: {
      ...nothing,
      storage: bill.storage - owned.storage,
      management: bill.management - owned.management,
    },
  };
  return [...(includesIdle ? idle : []), unmounted].filter(costsSomething);
}

const costsSomething = ({ figures: { cpu, memory, gpu, storage, management } }: Allocated) =>
  [cpu, memory, gpu, storage, management].some((cost) => round(cost) !== 0);
