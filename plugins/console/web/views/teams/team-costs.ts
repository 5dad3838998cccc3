import { type ExplorationRow } from '../../api/questions.ts';
import { type Team } from '../../api/teams.ts';
import { compareAmounts } from '../../parts/money.tsx';

/** So many namespaces of a team are told apart; the rest is one amount. */
export const shownNamespaces = 8;

/** A team, and what the explorer says that it cost in the days of the view. */
export interface TeamCosts {
  readonly team: Team;
  readonly isAsked: boolean;
  /** Undefined before it is asked for, and while it is. */
  readonly total: string | undefined;
  readonly namespaces: readonly ExplorationRow[];
}

interface Exploration {
  readonly data: {
    readonly rows: readonly ExplorationRow[];
    readonly summary: { readonly totalCost?: string };
  };
}

export const toTeamCosts = (
  teams: readonly Team[],
  costs: readonly (Exploration | undefined)[],
): TeamCosts[] =>
  teams.map((team, index) => ({
    team,
    isAsked: index < costs.length,
    total: costs[index]?.data.summary.totalCost,
    namespaces: costs[index]?.data.rows ?? [],
  }));

/** The most expensive first; undefined while the cost of a team is not known: no order would be right. */
export function sortByCost(known: readonly TeamCosts[]): TeamCosts[] | undefined {
  if (known.some(({ total }) => total === undefined)) return undefined;
  return known.toSorted((a, b) => compareAmounts(b.total ?? '0', a.total ?? '0'));
}
