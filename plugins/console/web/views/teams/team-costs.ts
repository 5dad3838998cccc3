import { type ExplorationRow } from '../../api/questions.ts';
import { type Team } from '../../api/teams.ts';
import { compareAmounts, sum } from '../../parts/money.tsx';

/** Number of namespaces per team that are shown separately; the rest is one amount. */
const shownNamespaces = 8;

/** A team and its cost in the range, from the explorer. */
export interface TeamCosts {
  readonly team: Team;
  /** Undefined: unknown. */
  readonly total: string | undefined;
  readonly namespaces: readonly ExplorationRow[];
}

export interface Exploration {
  readonly data: {
    readonly rows: readonly ExplorationRow[];
    readonly summary: {
      readonly totalCost?: string;
      readonly unallocatedCost?: string;
      readonly currency: string;
    };
    readonly pagination: { readonly total_rows: number };
  };
}

/** The cost of each team; a resource that several share counts in full for each. */
export const toTeamCosts = (
  teams: readonly Team[],
  [byTeam, byNamespace]: readonly [Exploration, Exploration],
): TeamCosts[] =>
  teams.map((team) => {
    const isOwn = isOwnedBy(team.metadata.name);
    return {
      team,
      total: sumRows(byTeam, isOwn),
      namespaces: byNamespace.data.rows.filter(isOwn).slice(0, shownNamespaces),
    };
  });

/** Multiple owners of a row are separated by commas. */
const isOwnedBy =
  (name: string) =>
  ({ team }: ExplorationRow): boolean =>
    team === name || (team?.split(', ').includes(name) ?? false);

export const isTruncated = ({ data: { rows, pagination } }: Exploration): boolean =>
  pagination.total_rows > rows.length;

/** The cost of some rows; undefined if rows could be missing from the page. */
export function sumRows(
  exploration: Exploration,
  isMeant: (row: ExplorationRow) => boolean,
): string | undefined {
  if (isTruncated(exploration)) return undefined;
  const meant = exploration.data.rows.filter(isMeant);
  const amounts = meant.flatMap(({ totalCost }) => totalCost ?? []);
  return amounts.length === meant.length ? sum(amounts) : undefined;
}

/** Sorted by cost, highest first; undefined if the cost of a team is unknown, because the order would be wrong. */
export function sortByCost(known: readonly TeamCosts[]): TeamCosts[] | undefined {
  if (known.some(({ total }) => total === undefined)) return undefined;
  return known.toSorted((a, b) => compareAmounts(b.total ?? '0', a.total ?? '0'));
}
