import { compareAmounts, toAmount, toUnits } from './amounts.ts';
import {
  limitArgument,
  previousArguments,
  readLimit,
  readPrevious,
  readWindow,
  windowArguments,
} from './arguments.ts';
import { type Composition } from './composition.ts';
import {
  describeOwn,
  everyRow,
  explorer,
  type ExplorerAnswer,
  groupKeys,
  pick,
} from './explorer.ts';

const passed = ['group_by', 'view_mode', 'cost_mode', 'basis', 'cluster_ids', 'filter_expression'];

/** What rose and fell between two windows. */
export const explainCostChange: Composition = {
  name: 'explain_cost_change',
  title: 'Explain how cost changed between two windows',
  description:
    'Compares the cost of two windows: the total, and the groups that rose and fell most. Without dates: the ' +
    'last seven whole days (UTC) with the seven before. Without `group_by` by namespace, and without ' +
    '`view_mode` grouped. The changes of `risen`, `fallen` and `others` add up to that of `total`, which is ' +
    'the total of the cost explorer. Counts as two requests.',
  needs: [explorer],
  describeArguments: (operations) => ({
    ...windowArguments,
    ...previousArguments,
    limit: limitArgument('Groups that rose, and as many that fell.'),
    ...describeOwn(operations, passed),
  }),

  async compose(given, ask, now) {
    const limit = readLimit(given);
    const current = readWindow(given, now);
    const previous = readPrevious(given, current);
    const question = { group_by: 'namespace', ...everyRow, ...pick(given, passed) };
    const [after, before] = await Promise.all([
      ask<ExplorerAnswer>(explorer, { ...question, ...current }),
      ask<ExplorerAnswer>(explorer, { ...question, ...previous }),
    ]);
    const total = compareAmounts(before.summary.totalCost, after.summary.totalCost);
    const changes = compareGroups(before, after);
    const risen = changes.filter(({ change }) => toUnits(change) > 0n).slice(0, limit);
    const fallen = changes.reverse().filter(({ change }) => toUnits(change) < 0n);
    const shown = [...risen, ...fallen.slice(0, limit)];
    const explained = shown.reduce((sum, { change }) => sum + toUnits(change), 0n);
    return {
      windows: { current, previous },
      group_by: question.group_by,
      currency: after.summary.currency,
      total,
      unallocated: compareAmounts(before.summary.unallocatedCost, after.summary.unallocatedCost),
      risen,
      fallen: fallen.slice(0, limit),
      others: { change: total.change && toAmount(toUnits(total.change) - explained) },
      ...(isWhole(before) && isWhole(after) ? {} : { note: incomplete }),
    };
  },
};

const incomplete =
  'A window has more groups than the explorer gives at once: one that is not among its most expensive ones ' +
  'may be taken for new or gone. Use filters. The totals are exact.';

const isWhole = ({ pagination }: ExplorerAnswer) => pagination.total_pages <= 1;

interface Change {
  readonly change: string;
}

/**
 * The groups of known cost, the largest rise first. One that a window does not have cost nothing there.
 */
function compareGroups(before: ExplorerAnswer, after: ExplorerAnswer): Change[] {
  const [previous, current] = [costsByGroup(before), costsByGroup(after)];
  const groups = [...new Set([...previous.keys(), ...current.keys()])];
  return groups
    .map((group) => {
      const costs = [previous, current].map((window) =>
        window.has(group) ? window.get(group) : '0.0000',
      );
      const seen = { is_new: !previous.has(group), is_gone: !current.has(group) };
      return { ...(JSON.parse(group) as object), ...compareAmounts(costs[0], costs[1]), ...seen };
    })
    .filter((group): group is typeof group & Change => group.change !== null)
    .sort((one, other) => (toUnits(one.change) < toUnits(other.change) ? 1 : -1));
}

const costsByGroup = ({ rows }: ExplorerAnswer) =>
  new Map(rows.map((row) => [JSON.stringify(groupKeys(row)), row.totalCost]));
