import { type Figures, nothing, round, splitLikeCompute, sumCompute } from '../ledger/figures.ts';
import { noRows, type Row, selectRows, type SetRows } from '../ledger/select-rows.ts';
import { type View } from '../ledger/view.ts';
import { type Property, readProperty } from '../question/properties.ts';
import { type Question } from '../question/question.ts';
import { type Allocated, toAllocation } from './allocation.ts';
import { describeTime } from './time.ts';

const node: Property = { name: 'node' };

/** The sets of the answer to a question: allocations by their names, most expensive first. */
export async function readSets(question: Question, view: View) {
  const { bill, detail, filter, properties, splitsIdle } = question;
  // Namespaces have no hours: those of their workloads do.
  const hasHours = view.parts.some(({ unit }) => unit === 'hour');
  const source = detail === 'namespace' && hasHours ? 'workload' : detail;
  const owned = await selectRows(view, source, properties.map(readProperty), question);
  const bills = bill ? await selectRows(view, bill, [], { filter }) : owned;
  const nodes = splitsIdle ? await selectRows(view, 'node', [readProperty(node)], { filter }) : [];

  return view.sets.map((set, index) => {
    const { rows, total } = owned[index] ?? noRows;
    const time = describeTime(set, view.covered);
    const rest = listRest(question, total, bills[index] ?? noRows, nodes[index] ?? noRows);
    const allocated = [...rows.map((row) => toAllocated(row, question)), ...rest];
    const allocations = allocated.map((one) => [one.name, toAllocation(one, time)] as const);
    return { allocations: Object.fromEntries(allocations), window: time.window };
  });
}

const toAllocated = (row: Row, { properties, shareIdle }: Question): Allocated => ({
  name: row.name,
  properties: describe(row, properties),
  figures: shareIdle ? { ...row, ...splitLikeCompute(sumCompute(row), row) } : row,
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
  { offset = 0, limit = Infinity, properties, includeIdle, shareIdle, splitsIdle }: Question,
  owned: Row,
  { total: bill }: SetRows,
  { rows: nodes }: SetRows,
): Allocated[] {
  if (offset + limit < owned.count || (offset > 0 && offset >= owned.count)) return [];
  const rest = (name: string, figures: Partial<Figures>, described = {}): Allocated => ({
    name,
    properties: described,
    figures: { ...nothing, ...figures },
  });
  const unowned = sumCompute(bill) - sumCompute(owned);
  const idle = splitsIdle
    ? nodes.map((row) =>
        rest(`${row.name}/__idle__`, splitLikeCompute(row.idle, row), describe(row, [node])),
      )
    : [rest('__idle__', splitLikeCompute(shareIdle ? unowned : unowned + owned.idle, owned))];
  // Volumes and control planes that nobody could be given, or that no pod has.
  const unmounted = rest(properties.map(() => '__unmounted__').join('/'), {
    storage: bill.storage - owned.storage,
    management: bill.management - owned.management,
  });
  return [...(includeIdle ? idle : []), unmounted].filter(costsSomething);
}

const costsSomething = ({ figures: { cpu, memory, gpu, storage, management } }: Allocated) =>
  [cpu, memory, gpu, storage, management].some((cost) => round(cost) !== 0);
