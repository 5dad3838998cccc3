import { compareAmounts, toAmount, toUnits } from './amounts.ts';
import {
  BadArgument,
  limitArgument,
  previousArguments,
  readLimit,
  readPrevious,
  readWindow,
  windowArguments,
} from './arguments.ts';
import { type Composition } from './composition.ts';
import { describeOwn, everyRow, explorer, type ExplorerAnswer, pick } from './explorer.ts';

const passed = ['group_by', 'view_mode', 'cost_mode', 'basis', 'cluster_ids', 'filter_expression'];

/** The groups whose cost rose or fell most between two windows. */
export const explainCostChange: Composition = {
  name: 'explain_cost_change',
  title: 'Explain how cost changed between two windows',
  description:
    'Compares the cost of two windows: the total, and the groups that rose and fell most. Default windows: the ' +
    'last seven complete days (UTC), and the seven days before them. Defaults: `group_by` namespace (without ' +
    '`time:day`), `view_mode` grouped. The changes in `risen`, `fallen` and `others` add up to the change of ' +
    '`total`, which is the total of the cost explorer. Counts as two requests.',
  needs: [explorer],
  describeArguments: (operations) => ({
    ...windowArguments,
    ...previousArguments,
    limit: limitArgument('Maximum number of groups in each of `risen` and `fallen`.'),
    ...describeOwn(operations, passed),
  }),

  async compose(given, ask, now) {
    const limit = readLimit(given);
    const current = readWindow(given, now);
    const previous = readPrevious(given, current);
    if ([given.group_by].flat().includes('time:day')) {
      throw new BadArgument('group_by must not contain time:day: the windows have different days.');
    }
    const question = { group_by: 'namespace', ...everyRow, ...pick(given, passed) };
    const explore = (window: object) => ask<ExplorerAnswer>(explorer, { ...question, ...window });
    const [after, before] = await Promise.all([explore(current), explore(previous)]);
    const archived = [before, after].flatMap(({ summary }) => summary.archivedMonths ?? []);
    // The sum of the months that remain would look like the total.
    const earlier = archived.length > 0 ? undefined : before.summary;
    const total = compareAmounts(earlier?.totalCost, after.summary.totalCost);
    const changes = total.change === null ? [] : compareGroups(before, after);
    const risen = changes.filter(({ change }) => toUnits(change) > 0n).slice(0, limit);
    const fallen = changes.filter(({ change }) => toUnits(change) < 0n).slice(-limit);
    const explained = [...risen, ...fallen].reduce((sum, { change }) => sum + toUnits(change), 0n);
    return {
      windows: { current, previous },
      group_by: question.group_by,
      currency: after.summary.currency,
      total,
      unallocated: compareAmounts(earlier?.unallocatedCost, after.summary.unallocatedCost),
      risen,
      fallen: fallen.reverse(),
      others: { change: total.change && toAmount(toUnits(total.change) - explained) },
      ...(archived.length > 0 && { archived_months: [...new Set(archived)] }),
      ...(isWhole(before) && isWhole(after) ? {} : { note: incomplete }),
    };
  },
};

const incomplete =
  'A window has more groups than the explorer returns at once: a group that is not among its ' +
  'most expensive ones may appear to be new or gone. Use filters. The totals are exact.';

const isWhole = ({ pagination }: ExplorerAnswer) => pagination.total_pages <= 1;

/** Groups with a known cost, largest increase first. A window without the group counts as 0. */
function compareGroups(before: ExplorerAnswer, after: ExplorerAnswer) {
  const [previous, current] = [costsByGroup(before), costsByGroup(after)];
  return [...new Set([...previous.keys(), ...current.keys()])]
    .map((group) => {
      const [old, now] = [previous, current].map((costs) =>
        costs.has(group) ? costs.get(group) : '0.0000',
      );
      const seen = { is_new: !previous.has(group), is_gone: !current.has(group) };
      return { ...(JSON.parse(group) as object), ...compareAmounts(old, now), ...seen };
    })
    .filter((group): group is typeof group & { change: string } => group.change !== null)
    .sort((one, other) => (toUnits(one.change) < toUnits(other.change) ? 1 : -1));
}

const costsByGroup = ({ rows }: ExplorerAnswer) =>
  new Map(rows.map((row) => [JSON.stringify(groupKeys(row)), row.totalCost]));

const measure = /(?:Cost|Percent|Requested|Used)$/;
/** The keys of a row's group: every field that is not a measure. */
const groupKeys = (row: object): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !measure.test(name)));
