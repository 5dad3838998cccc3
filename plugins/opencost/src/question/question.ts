import { type Filter, listProperties, parseFilter } from './filter.ts';
import { invalidParameter } from './invalid-parameter.ts';
import { chooseDetail, type Detail, parseAggregate, type Property } from './properties.ts';
import { ceilTo, dayMs, floorTo, hourMs, parseStep, parseWindow, type Window } from './window.ts';

/** What is asked, with nothing left to be chosen. */
export interface Question {
  /** Of the answer: each of whole hours, or days where the ledger has no hours. */
  readonly sets: readonly Window[];
  readonly properties: readonly Property[];
  readonly detail: Detail;
  readonly filter: Filter | undefined;
  readonly includesIdle: boolean;
  readonly sharesIdle: boolean;
  /** Idle costs are named by their nodes: where these are told apart, and all of them match. */
  readonly splitsIdle: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** The values of a query. */
export interface AllocationQuery {
  readonly window: string;
  readonly aggregate?: string | undefined;
  readonly step?: string | undefined;
  readonly accumulate?: boolean | undefined;
  readonly includeIdle?: boolean | undefined;
  readonly shareIdle?: boolean | undefined;
  readonly idleByNode?: boolean | undefined;
  readonly filter?: string | undefined;
  readonly filterNamespaces?: string | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** An answer is made in memory. */
export const mostAllocations = 50_000;
const mostSets = 1_000;

export function toQuestion(query: AllocationQuery, now: Date): Question {
  const { includeIdle = false, shareIdle = false, idleByNode = false } = query;
  const properties = parseAggregate(query.aggregate);
  const filter = readFilters(query);
  const detail = chooseDetail([...properties, ...(filter ? listProperties(filter) : [])]);
  const splitsIdle =
    idleByNode && includeIdle && !shareIdle && isOnClusters(filter) && namesNodes(properties);
  return {
    sets: chooseSets(query, detail === 'container' || splitsIdle, now),
    properties,
    detail,
    filter,
    includesIdle: includeIdle,
    sharesIdle: shareIdle,
    splitsIdle,
    offset: query.offset ?? 0,
    limit: query.limit ?? mostAllocations + 1,
  };
}

/** kubectl-cost names a namespace apart from the filter; both must match. */
function readFilters({ filter, filterNamespaces }: AllocationQuery): Filter | undefined {
  const given = filter === undefined ? [] : [parseFilter(filter)];
  if (filterNamespaces === undefined) return given[0];
  const values = filterNamespaces.split(',');
  const property: Property = { name: 'namespace' };
  return {
    operator: '+',
    operands: [...given, { operator: ':', property, values, isNegated: false }],
  };
}

const namesNodes = (properties: readonly Property[]) =>
  properties.some(({ name }) => name === 'node');

/** Whether what it leaves is all of some clusters. */
export const isOnClusters = (filter: Filter | undefined): boolean =>
  filter === undefined || listProperties(filter).every(({ name }) => name === 'cluster');

/** The windows of the sets of an answer, in order: they cover the window without gaps. */
export function chooseSets(
  { window, step, accumulate }: Pick<AllocationQuery, 'window' | 'step' | 'accumulate'>,
  needsDays: boolean,
  now: Date,
): readonly Window[] {
  const asked = parseWindow(window, now);
  const unit = needsDays ? dayMs : hourMs;
  const [first, last] = [floorTo(unit, asked.start), ceilTo(unit, asked.end)];
  const length = step === undefined ? last - first : parseStep(step);
  if (accumulate === true) return [{ start: first, end: last }];
  const count = Math.ceil((last - first) / length);
  if (count > mostSets) {
    throw invalidParameter('step', `must cut the window into at most ${mostSets} sets`);
  }
  if (length % unit !== 0) {
    const what = 'must be of whole days where pods, containers or nodes are told apart';
    throw invalidParameter('step', what);
  }
  return Array.from({ length: count }, (_, index) => {
    const start = first + index * length;
    return { start, end: Math.min(start + length, last) };
  });
}
