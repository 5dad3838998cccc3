import { type Findings, splitsIdle } from '../queries/answer-question.ts';
import { type AllocationRow } from '../queries/select-allocations.ts';
import { type Property } from '../question/property.ts';
import { type Question } from '../question/question.ts';
import { type Window } from '../question/window.ts';
import { type Allocation, type AllocationProperties } from './allocation.ts';
import {
  type Figures,
  mapFigures,
  nothing,
  round,
  splitLikeCompute,
  subtract,
  toFigures,
} from './sums.ts';
import { type Allocated, clip, toAllocation } from './to-allocation.ts';

/** Allocations by their names. */
export type AllocationSet = Readonly<Record<string, Allocation>>;

const idleName = '__idle__';
/** Volumes and control planes that nobody could be given, or that no pod has. */
const unmountedName = '__unmounted__';

/** The sets of an answer, each with its window. */
export function toSets(
  question: Question,
  findings: Findings,
): { readonly window: Window; readonly allocations: AllocationSet }[] {
  const [rows, bills, nodes] = [findings.rows, findings.bills, findings.nodes].map((all) =>
    Map.groupBy(all, ({ set_number }) => set_number),
  );
  return question.sets.map((window, index) => {
    const of = (sets: typeof rows) => sets?.get(index + 1) ?? [];
    const allocated = [
      ...of(rows).flatMap((row) => toAllocated(row, question)),
      ...listUnowned(question, of(rows), of(bills), of(nodes)),
    ];
    const lasting = clip(window, findings.covered);
    const allocations = allocated.map((one) => [one.name, toAllocation(one, window, lasting)]);
    return { window, allocations: Object.fromEntries(allocations) as AllocationSet };
  });
}

function toAllocated(row: AllocationRow, { properties, sharesIdle }: Question): Allocated[] {
  if (row.name === null) return [];
  const { name, values, cluster } = row;
  return [
    {
      name,
      properties: describe(properties, values ?? [], cluster),
      figures: toFigures(row),
      sharesIdle,
    },
  ];
}

/** The values of the properties, and the cluster where it is one. */
function describe(
  properties: readonly Property[],
  values: readonly string[],
  cluster: string | null,
): AllocationProperties {
  const described: Record<string, unknown> = cluster === null ? {} : { cluster };
  for (const [index, { name, key = '' }] of properties.entries()) {
    const value = values[index] ?? '';
    if (name === 'label' || name === 'annotation') {
      const map = `${name}s`;
      described[map] = { ...(described[map] as object | undefined), [key]: value };
    } else if (name === 'controller') {
      const [kind = '', controller] = value.split(':');
      Object.assign(
        described,
        controller ? { controllerKind: kind, controller } : { controller: value },
      );
    } else if (['deployment', 'statefulset', 'daemonset', 'job'].includes(name)) {
      Object.assign(described, { controllerKind: name, controller: value });
    } else if (name !== 'services') {
      described[name] = value;
    }
  }
  return described;
}

/** What has no allocation, on the page that the last allocation is on. */
function listUnowned(
  question: Question,
  rows: readonly AllocationRow[],
  bills: readonly AllocationRow[],
  nodes: readonly AllocationRow[],
): Allocated[] {
  const sumOf = (some: readonly AllocationRow[]) => some.find(({ name }) => name === null);
  const [totals, bill] = [sumOf(rows), sumOf(bills)];
  const { offset, limit = Infinity } = question;
  const count = totals?.allocations ?? 0;
  const isLastPage = offset + limit >= count && (offset < count || offset === 0);
  if (!isLastPage) return [];
  const owned = totals ? toFigures(totals) : nothing;
  const unowned = bill ? subtract(toFigures(bill), owned) : nothing;
  return [
    ...listIdle(question, owned, unowned, nodes),
    ...orNone({
      name: question.properties.map(() => unmountedName).join('/'),
      properties: {},
      figures: { ...nothing, storage: unowned.storage, management: unowned.management },
      sharesIdle: false,
    }),
  ];
}

function listIdle(
  question: Question,
  owned: Figures,
  unowned: Figures,
  nodes: readonly AllocationRow[],
): Allocated[] {
  if (!question.includesIdle) return [];
  const compute = unowned.cpu + unowned.memory + unowned.gpu + unowned.idle;
  const toIdle = (name: string, cost: number, like: Figures, properties = {}) =>
    orNone({
      name,
      properties,
      figures: { ...nothing, ...splitLikeCompute(cost, like) },
      sharesIdle: false,
    });
  if (!splitsIdle(question) || question.sharesIdle) {
    return toIdle(idleName, question.sharesIdle ? compute : compute + owned.idle, owned);
  }
  return nodes.flatMap((row) => {
    if (row.name === null) return [];
    const figures = toFigures(row);
    const properties = describe([{ name: 'node' }], [row.name], row.cluster);
    return toIdle(`${row.name}/${idleName}`, figures.idle, figures, properties);
  });
}

const orNone = (one: Allocated): Allocated[] => {
  const { cpu, memory, gpu, storage, management } = mapFigures((name) => round(one.figures[name]));
  return cpu + memory + gpu + storage + management === 0 ? [] : [one];
};
