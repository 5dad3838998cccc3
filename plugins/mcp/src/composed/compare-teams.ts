import { type Arguments } from '../tools/tool.ts';
import { compareAmounts, toPercent, toUnits } from './amounts.ts';
import { BadArgument, limitArgument, readLimit, readWindow, windowArguments } from './arguments.ts';
import { type Ask, type Composition } from './composition.ts';
import { describeOwn, explorer, type ExplorerAnswer, pick } from './explorer.ts';

const passed = ['cost_mode', 'basis', 'cluster_ids'];
const maxTeams = 50;

/** The cost of teams, and how it changed. */
export const compareTeams: Composition = {
  name: 'compare_teams',
  title: 'Compare the costs of teams',
  description:
    'The cost of each team in a window (default: the last seven complete days, UTC), its share of the total, and ' +
    'the change from the preceding window of the same length. Without `teams`, the teams with the highest ' +
    'current run rate. Costs that teams share count for each of them, so shares may add up to more than 100 ' +
    'percent. Counts as two requests plus one per team.',
  needs: [explorer, 'listTeams'],
  describeArguments: (operations) => ({
    ...windowArguments,
    teams: { type: 'array', items: { type: 'string' }, maxItems: maxTeams, description: 'Names.' },
    limit: limitArgument('Number of teams, if `teams` is not given.'),
    ...describeOwn(operations, passed),
  }),

  async compose(given, ask, now) {
    const window = readWindow(given, now);
    const names = await chooseTeams(given, ask);
    const question = { ...window, ...pick(given, passed), group_by: 'namespace', per_page: 1 };
    const { summary: all } = await ask<ExplorerAnswer>(explorer, question);
    const teams = [];
    for (const team of names) {
      const workload = [{ field: 'team', operator: 'in', values: [team] }];
      const teamQuestion = { ...question, filter_expression: { workload } };
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

async function chooseTeams(given: Arguments, ask: Ask): Promise<readonly string[]> {
  const limit = readLimit(given);
  const { teams } = given;
  if (teams === undefined) {
    const found = await ask<readonly { metadata: { name: string } }[]>('listTeams', { limit });
    return [...new Set(found.map(({ metadata }) => metadata.name))];
  }
  const areNames = Array.isArray(teams) && teams.every((name) => typeof name === 'string');
  if (areNames && teams.length > 0 && teams.length <= maxTeams) return [...new Set(teams)];
  throw new BadArgument(`teams must be a list of 1 to ${maxTeams} names.`);
}
