import { type AllocationRow, type Findings } from '../queries/read-allocations.ts';
import { type Property } from '../question/properties.ts';
import { type Question } from '../question/question.ts';
import { type Window } from '../question/window.ts';
import { type Allocated, type Allocation, toAllocation } from './allocation.ts';
import {
  type Figures,
  mapFigures,
  nothing,
  round,
  splitLikeCompute,
  toFigures,
} from './figures.ts';

/** Allocations by their names, in a window. */
export interface AllocationSet {
  readonly window: Window;
  readonly allocations: Readonly<Record<string, Allocation>>;
}

const idleName = '__idle__';
/** Volumes and control planes that nobody could be given, or that no pod has. */
const unmountedName = '__unmounted__';

/** The sets of an answer. */
export const toSets = (
  question: Question,
  { rows, bills, nodes }: Findings,
  covered: Window | undefined,
): readonly AllocationSet[] =>
  question.sets.map((window, index) => {
    const isOfSet = (row: AllocationRow) => row.set_number === index + 1;
    const own = rows.filter(isOfSet);
    const totals = own.find(({ name }) => name === null);
    const bill = bills.find((row) => isOfSet(row) && row.name === null);
    const allocated = [
      ...own.flatMap((row) => toAllocated(row, question.properties)),
      ...listUnowned(question, totals, bill, nodes.filter(isOfSet)),
    ];
    const allocations = allocated.map((one) => {
      const shares = question.sharesIdle && one.name !== idleName;
      return [one.name, toAllocation(one, shares, window, covered)] as const;
    });
    return { window, allocations: Object.fromEntries(allocations) };
  });

/** The row of all that there is has no name. */
const toAllocated = (row: AllocationRow, properties: readonly Property[]): Allocated[] =>
  row.name === null
    ? []
    : [{ name: row.name, properties: describe(row, properties), figures: toFigures(row) }];

/** The values of the properties, and the cluster where it is one. */
function describe({ cluster, values }: AllocationRow, properties: readonly Property[]) {
  const described: Record<string, unknown> = cluster === null ? {} : { cluster };
  for (const [index, property] of properties.entries()) {
    const value = values?.[index] ?? '';
    if ('key' in property) {
      const map = `${property.name}s`;
      described[map] = { ...(described[map] as object | undefined), [property.key]: value };
    } else {
      described[property.name] = value;
    }
  }
  return described;
}

/** What has no allocation, on the page that the last allocation is on. */
function listUnowned(
  question: Question,
  totals: AllocationRow | undefined,
  bill: AllocationRow | undefined,
  nodes: readonly AllocationRow[],
): Allocated[] {
  const { offset, limit, properties } = question;
  const count = totals?.allocations ?? 0;
  if (offset + limit < count || (offset > 0 && offset >= count)) return [];
  const owned = toFigures(totals);
  const all = bill ? toFigures(bill) : owned;
  const unowned = mapFigures((name) => all[name] - owned[name]);
  const { storage, management } = unowned;
  return [
    ...listIdle(question, owned, unowned, nodes),
    {
      name: properties.map(() => unmountedName).join('/'),
      properties: {},
      figures: { ...nothing, storage, management },
    },
  ].filter(costsSomething);
}

function listIdle(
  { includesIdle, sharesIdle, splitsIdle }: Question,
  owned: Figures,
  unowned: Figures,
  nodes: readonly AllocationRow[],
): Allocated[] {
  if (!includesIdle) return [];
  const toIdle = (cost: number, like: Figures) => ({
    ...nothing,
    ...splitLikeCompute(cost, like),
  });
  if (splitsIdle) {
    return nodes
      .flatMap((row) => toAllocated(row, [{ name: 'node' }]))
      .map(({ name, properties, figures }) => ({
        name: `${name}/${idleName}`,
        properties,
        figures: toIdle(figures.idle, figures),
      }));
  }
  const compute = unowned.cpu + unowned.memory + unowned.gpu + unowned.idle;
  const figures = toIdle(sharesIdle ? compute : compute + owned.idle, owned);
  return [{ name: idleName, properties: {}, figures }];
}

const costsSomething = ({ figures }: Allocated) =>
  (['cpu', 'memory', 'gpu', 'storage', 'management'] as const).some(
    (name) => round(figures[name]) !== 0,
  );
