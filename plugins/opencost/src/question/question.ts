import { type Filter, listProperties, parseFilter } from './filter.ts';
import { type AllocationQuery } from './parameters.ts';
import { chooseDetail, parseAggregate } from './properties.ts';
import { chooseSets } from './window.ts';

export type Question = ReturnType<typeof toQuestion>;

/** What is asked, with nothing left to be chosen. */
export function toQuestion(query: AllocationQuery, now: Date) {
  const properties = parseAggregate(query.aggregate);
  const filter = readFilters(query);
  const filtersBy = listProperties(filter);
  const detail = chooseDetail([...properties, ...filtersBy]);
  /** What matches is all of some clusters, so that their bills are what it is part of. */
  const isOfClusters = filtersBy.every(({ name }) => name === 'cluster');
  const lacksVolumes = detail === 'container' && chooseDetail(filtersBy) !== 'container';
  /** Idle costs are named by their nodes. */
  const splitsIdle = query.idleByNode && query.includeIdle && !query.shareIdle && isOfClusters;
  return {
    ...query,
    sets: chooseSets(query, detail === 'container' || splitsIdle, now),
    properties,
    filter,
    detail,
    /** Citus refuses an outer join that PostgreSQL leaves out where it is not read. */
    readsNode: [...properties, ...filtersBy].some(({ name }) => name === 'node'),
    /** Where all that matches is, with and without an allocation, if allocations are not all. */
    bill: isOfClusters ? ('cluster' as const) : lacksVolumes ? ('workload' as const) : undefined,
    splitsIdle,
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
