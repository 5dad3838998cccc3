import { figureNames, round, splitLikeCompute, sumCompute } from '../ledger/figures.ts';
import {
  type Caller,
  lacksHours,
  readLedger,
  type Row,
  selectRows,
} from '../ledger/read-ledger.ts';
import { listProperties, parseFilters } from '../question/filter.ts';
import { type AllocationQuery } from '../question/parameters.ts';
import {
  chooseDetail,
  parseAggregate,
  type Property,
  readProperty,
} from '../question/properties.ts';
import { chooseSets } from '../question/window.ts';
import { type Allocated, toAllocation } from './allocation.ts';
import { describeTime, describeWindow } from './time.ts';

/** A summary of the window: sets of allocations by name, most expensive first. */
export async function readSets(caller: Caller & { readonly query: AllocationQuery }) {
  const { query, now } = caller;
  const { shareIdle, offset = 0, limit = Infinity } = query;
  const properties = parseAggregate(query.aggregate);
  const filter = parseFilters(query);
  const filtersBy = listProperties(filter);
  const used = [...properties, ...filtersBy];
  const detail = chooseDetail(used);
  /** The filter selects whole clusters, so that their total cost can be read instead. */
  const isOfClusters = filtersBy.every(({ name }) => name === 'cluster');
  const lacksVolumes = detail === 'container' && chooseDetail(filtersBy) !== 'container';
  /** The source of everything that matches, if allocations do not cover all of it. */
  const whole = isOfClusters ? 'cluster' : lacksVolumes ? 'workload' : undefined;
  const asked = chooseSets(query, detail === 'container', now);
  const sets = (await lacksHours(caller, asked)) ? chooseSets(query, true, now) : asked;
  const unmounted = properties.map(() => '__unmounted__').join('/') || '__unmounted__';
  // Joined only if needed: Citus rejects an outer join that PostgreSQL would remove.
  const readsNode = used.some(({ name }) => name === 'node');

  return readLedger(caller, sets, async (view) => {
    // Namespaces have no hourly rows, so those of their workloads are read.
    const hasHours = view.parts.some(({ unit }) => unit === 'hour');
    const source = detail === 'namespace' && hasHours ? 'workload' : detail;
    const page = { ...query, filter, readsNode };
    const owned = await selectRows(view, source, properties.map(readProperty), page);
    const bills = whole ? await selectRows(view, whole, [], { filter }) : owned;
    const [first = sets] = sets.sets;
    const described = view.sets.map((set, index) => {
      const time = describeTime(set, view.covered);
      const { rows, total } = owned(index);
      const allocated = rows.map((row): Allocated => {
        const shared = shareIdle && splitLikeCompute(sumCompute(row), row);
        return { ...row, ...shared, properties: describe(row, properties) };
      });
      // Cost without an allocation is on the last page.
      const isLast = offset + limit >= total.count && (offset === 0 || offset < total.count);
      const rest = listRest(query, unmounted, total, bills(index).total);
      const all = [...allocated, ...(isLast ? rest : [])].map((one) => toAllocation(one, time));
      const allocations = Object.fromEntries(all.map((one) => [one.name, one]));
      return { allocations, window: time.window };
    });
    const summary = {
      step: (first.end - first.start) * 1e6,
      sets: described,
      window: describeWindow(sets),
    };
    return { data: summary, ...view.warning };
  });
}

/** The values of the properties, and the cluster if there is only one. */
function describe({ cluster, values }: Row, properties: readonly Property[]) {
  const described: Record<string, unknown> = cluster === null ? {} : { cluster };
  for (const [index, { name, key }] of properties.entries()) {
    const value = values[index];
    if (key === undefined) described[name] = value;
    else described[`${name}s`] = { ...(described[`${name}s`] ?? {}), [key]: value };
  }
  return described;
}

/** Cost without an allocation. */
function listRest(
  { includeIdle, shareIdle }: AllocationQuery,
  unmounted: string,
  owned: Row,
  bill: Row,
): readonly Allocated[] {
  const unowned = sumCompute(bill) - sumCompute(owned);
  const idle = splitLikeCompute(shareIdle ? unowned : unowned + owned.idle, owned);
  // Volumes and control planes that are unallocated, or not attributed to pods.
  const storage = bill.storage - owned.storage;
  const management = bill.management - owned.management;
  const rest: readonly Allocated[] = [
    ...(includeIdle ? [{ ...idle, name: '__idle__' }] : []),
    { name: unmounted, storage, management },
  ];
  return rest.filter((one) => figureNames.some((figure) => round(one[figure] ?? 0) !== 0));
}
