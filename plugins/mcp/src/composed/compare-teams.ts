import { type Arguments } from '../tools/tool.ts';
import { compareAmounts, toPercent, toUnits } from './amounts.ts';
import { BadArgument, limitArgument, readLimit, readWindow, windowArguments } from './arguments.ts';
import { type Composition } from './composition.ts';
import { describeOwn, everyRow, explorer, type ExplorerAnswer, pick } from './explorer.ts';

const passed = ['cost_mode', 'basis', 'cluster_ids'];
const maxTeams = 50;

/** The cost of teams, and how it changed. */
export const compareTeams: Composition = {
  name: 'compare_teams',
  title: 'Compare the costs of teams',
  description:
    'The cost of each team in a window (default: the last seven complete days, UTC), its share of the total, and ' +
    'the change from the preceding window of the same length. Without `teams`, the teams with the highest ' +
    'cost. Costs that teams share count for each of them, so shares may add up to more than 100 percent. ' +
    'Counts as one request plus one per team.',
  needs: [explorer],
  describeArguments: (operations) => ({
    ...windowArguments,
    teams: { type: 'array', items: { type: 'string' }, maxItems: maxTeams, description: 'Names.' },
    limit: limitArgument('Number of teams, if `teams` is not given.'),
    ...describeOwn(operations, passed),
  }),

  async compose(given, ask, now) {
    const window = readWindow(given, now);
    const [names, limit] = [readTeams(given), readLimit(given)];
    const question = { ...everyRow, ...window, ...pick(given, passed), group_by: 'owner:team' };
    const { rows, summary: all } = await ask<ExplorerAnswer>(explorer, question);
    const teams = [];
    for (const team of names ?? rankTeams(rows).slice(0, limit)) {
      const workload = [{ field: 'team', operator: 'in', values: [team] }];
      const teamQuestion = { ...question, per_page: 1, filter_expression: { workload } };
      const { summary } = await ask<ExplorerAnswer>(explorer, teamQuestion);
      const share = toPercent(summary.totalCost, all.totalCost);
      teams.push({ team, ...describeCost(summary), share_percent: share });
    }
    const rank = ({ current }: { readonly current: string | null }) => toUnits(current ?? '-1');
    teams.sort((one, other) => (rank(one) < rank(other) ? 1 : -1));
    const { currency, archivedMonths } = all;
    return { window, currency, archived_months: archivedMonths, total: describeCost(all), teams };
  },
};

const describeCost = ({ previousPeriodCost, totalCost }: ExplorerAnswer['summary']) =>
  compareAmounts(previousPeriodCost, totalCost);

/** Teams, highest cost first. A row of several teams has all of their names. */
function rankTeams(rows: ExplorerAnswer['rows']): string[] {
  const costs = new Map<string, bigint>();
  for (const { team, totalCost = '0' } of rows) {
    for (const name of team?.split(', ') ?? []) {
      costs.set(name, (costs.get(name) ?? 0n) + toUnits(totalCost));
    }
  }
  return [...costs].sort(([, one], [, other]) => (one < other ? 1 : -1)).map(([name]) => name);
}

function readTeams({ teams }: Arguments): readonly string[] | undefined {
  if (teams === undefined) return undefined;
  const areNames = Array.isArray(teams) && teams.every((name) => typeof name === 'string');
  if (areNames && teams.length > 0 && teams.length <= maxTeams) return [...new Set(teams)];
  throw new BadArgument(`teams must be a list of 1 to ${maxTeams} names.`);
}
