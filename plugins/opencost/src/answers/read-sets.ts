import { round, splitLikeCompute, sumCompute } from '../ledger/figures.ts';
import { type Row, selectRows } from '../ledger/select-rows.ts';
import { type Caller, readView, type View } from '../ledger/view.ts';
import { type AllocationQuery } from '../question/parameters.ts';
import { type Property, readProperty } from '../question/properties.ts';
import { type Question, toQuestion } from '../question/question.ts';
import { type Allocated, toAllocation } from './allocation.ts';
import { describeTime } from './time.ts';

const node: Property = { name: 'node' };

/** The sets of the answer to a question: allocations by their names, most expensive first. */
export function readSets(caller: Caller & { readonly query: AllocationQuery }) {
  const question = toQuestion(caller.query, caller.now);
  return readView(caller, question.sets, (view) => readAllocations(question, view));
}

async function readAllocations(question: Question, view: View) {
  const { bill, detail, filter, properties, shareIdle, splitsIdle } = question;
  // Namespaces have no hours: those of their workloads do.
  const hasHours = view.parts.some(({ unit }) => unit === 'hour');
  const source = detail === 'namespace' && hasHours ? 'workload' : detail;
  const owned = await selectRows(view, source, properties.map(readProperty), question);
  const billed = bill ? await selectRows(view, bill, [], { filter }) : owned;
  const nodes = splitsIdle
    ? await selectRows(view, 'node', [readProperty(node)], { filter })
    : undefined;

  return view.sets.map((set, index) => {
    const time = describeTime(set, view.covered);
    const { rows, total } = owned(index);
    const shared = rows.map((row): Allocated => {
      const figures = shareIdle ? { ...row, ...splitLikeCompute(sumCompute(row), row) } : row;
      return [row.name, figures, describe(row, properties)];
    });
    const rest = listRest(question, total, billed(index).total, nodes?.(index).rows);
    const allocations = [...shared, ...rest].map((one) => toAllocation(one, time));
    const named = Object.fromEntries(allocations.map((one) => [one.name, one]));
    return { allocations: named, window: time.window };
  });
}

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

/** What is in no allocation, on the page that the last allocation is on; idle costs by node, of some. */
function listRest(
  { offset = 0, limit = Infinity, properties, includeIdle, shareIdle }: Question,
  owned: Row,
  bill: Row,
  nodes?: readonly Row[],
): readonly Allocated[] {
  if (offset + limit < owned.count || (offset > 0 && offset >= owned.count)) return [];
  const unowned = sumCompute(bill) - sumCompute(owned);
  const idle = splitLikeCompute(shareIdle ? unowned : unowned + owned.idle, owned);
  const ofNodes = nodes?.map((row): Allocated => {
    return [`${row.name}/__idle__`, splitLikeCompute(row.idle, row), describe(row, [node])];
  });
  // Volumes and control planes that nobody could be given, or that no pod has.
  const storage = bill.storage - owned.storage;
  const management = bill.management - owned.management;
  const rest: readonly Allocated[] = [
    ...(includeIdle ? (ofNodes ?? [['__idle__', idle] as const]) : []),
    [properties.map(() => '__unmounted__').join('/'), { storage, management }],
  ];
  return rest.filter(([, costs]) => Object.values(costs).some((cost) => round(cost) !== 0));
}
