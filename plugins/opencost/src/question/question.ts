import { type Filter, filterParameters, listProperties, parseFilter, toFilter } from './filter.ts';
import { ledgerProperties, parseAggregate, type Property } from './property.ts';
import { type Accumulation, cutIntoSets } from './sets.ts';
import { ceilTo, dayMs, floorTo, hourMs, parseWindow, type Window } from './window.ts';
import { invalidParameter } from './invalid-parameter.ts';

/** Which rows of the ledger tell what is asked apart: the fewest that do. */
export type Detail = 'namespace' | 'owner' | 'container';

/** What is asked, with nothing left to be chosen. */
export interface Question {
  /** Of the answer: each of whole hours, or days where the ledger has no hours. */
  readonly sets: readonly Window[];
  readonly properties: readonly Property[];
  readonly detail: Detail;
  readonly filter: Filter | undefined;
  readonly includesIdle: boolean;
  readonly sharesIdle: boolean;
  readonly splitsIdle: boolean;
  readonly offset: number;
  readonly limit: number | undefined;
}

/** The values of a query. */
export type AllocationQuery = Readonly<
  Partial<Record<keyof typeof filterParameters, string | undefined>>
> & {
  readonly window: string;
  readonly aggregate?: string | undefined;
  readonly step?: string | undefined;
  readonly accumulate?: Accumulation | undefined;
  readonly accumulateBy?: Accumulation | undefined;
  readonly includeIdle?: boolean | undefined;
  readonly idle?: boolean | undefined;
  readonly shareIdle?: boolean | undefined;
  readonly idleByNode?: boolean | undefined;
  readonly filter?: string | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
};

export function toQuestion(query: AllocationQuery, now: Date): Question {
  const properties = parseAggregate(query.aggregate);
  const filter = readFilters(query);
  const used = [...properties, ...(filter ? listProperties(filter) : [])];
  const detail = chooseDetail(used);
  const splitsIdle =
    query.idleByNode === true &&
    (query.aggregate === undefined || properties.some(({ name }) => name === 'node'));
  return {
    sets: chooseSets(query, detail === 'container' || splitsIdle, now),
    properties,
    detail,
    filter,
    includesIdle: query.includeIdle ?? query.idle ?? false,
    sharesIdle: query.shareIdle ?? false,
    splitsIdle,
    offset: query.offset ?? 0,
    limit: query.limit,
  };
}

/** The filter and each of Kubecost's filters of one property must match. */
function readFilters(query: AllocationQuery): Filter | undefined {
  const given = Object.entries(filterParameters).flatMap(([parameter, property]) => {
    const values = query[parameter as keyof typeof filterParameters];
    return values === undefined ? [] : [toFilter(property, values)];
  });
  const operands = [...(query.filter === undefined ? [] : [parseFilter(query.filter)]), ...given];
  return operands.length === 0 ? undefined : { operator: 'and', operands };
}

const details: readonly Detail[] = ['container', 'owner', 'namespace'];

const chooseDetail = (properties: readonly Property[]): Detail =>
  details.find((detail) => properties.some(({ name }) => ledgerProperties[name] === detail)) ??
  'namespace';

/** The sets of whole hours, or of whole days. */
export function chooseSets(
  query: Pick<AllocationQuery, 'window' | 'step' | 'accumulate' | 'accumulateBy'>,
  needsDays: boolean,
  now: Date,
): readonly Window[] {
  const asked = parseWindow(query.window, now);
  const unit = needsDays ? dayMs : hourMs;
  const window = { start: floorTo(unit, asked.start), end: ceilTo(unit, asked.end) };
  const { accumulate = 'false', accumulateBy = accumulate } = query;
  const sets = cutIntoSets(window, query.step, accumulateBy);
  if (sets.some(({ start }) => start % unit !== 0)) {
    throw invalidParameter(
      'step',
      'must be of whole days where pods, containers or nodes are told apart',
    );
  }
  return sets;
}
