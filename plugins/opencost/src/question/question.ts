import { type Filter, listProperties, parseFilter } from './filter.ts';
import { invalidParameter } from './invalid-parameter.ts';
import { type AllocationQuery } from './parameters.ts';
import { chooseDetail, parseAggregate } from './properties.ts';
import { ceilTo, dayMs, floorTo, hourMs, parseStep, parseWindow, type Window } from './window.ts';

/** An answer is made in memory. */
export const mostAllocations = 50_000;
const mostSets = 1_000;

export type Question = ReturnType<typeof toQuestion>;

/** What is asked, with nothing left to be chosen. */
export function toQuestion(query: AllocationQuery, now: Date) {
  const { includeIdle = false, shareIdle = false, idleByNode = false } = query;
  const properties = parseAggregate(query.aggregate);
  const filter = readFilters(query);
  const filtersBy = listProperties(filter);
  const detail = chooseDetail([...properties, ...filtersBy]);
  /** What matches is all of some clusters, so that their bills are what it is part of. */
  const isOfClusters = filtersBy.every(({ name }) => name === 'cluster');
  /** Idle costs are named by their nodes. */
  const splitsIdle = idleByNode && includeIdle && !shareIdle && isOfClusters;
  return {
    sets: chooseSets(query, detail === 'container' || splitsIdle, now),
    properties,
    filter,
    filterDetail: chooseDetail(filtersBy),
    detail,
    isOfClusters,
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
  const ofNamespaces = { operator: ':', property: { name: 'namespace' }, values, isNegated: false };
  return { operator: '+', operands: [...given, ofNamespaces] };
}

/** The windows of the sets of an answer, in order: they cover the window without gaps. */
export function chooseSets(
  { window, step, accumulate }: Pick<AllocationQuery, 'window' | 'step' | 'accumulate'>,
  needsDays: boolean,
  now: Date,
): readonly Window[] {
  const asked = parseWindow(window, now);
  const unit = needsDays ? dayMs : hourMs;
  const [first, last] = [floorTo(unit, asked.start), ceilTo(unit, asked.end)];
  const length = step === undefined || accumulate === true ? last - first : parseStep(step);
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
